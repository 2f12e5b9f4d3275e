/** What nobody looks at first is drawn so many milliseconds after what they do: no frame of the rows on screen waits for it. */
export const restDelay = 100;
