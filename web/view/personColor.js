/** @typedef {{ author: number, color?: string }} Colored */

/** Colours to choose from, and for those who chose none. */
export const palette = ["#1d6fd1", "#0b6b50", "#b3261e", "#8a3ab9", "#a35b00", "#0f7c8a", "#c2186b", "#5c6b2f"];

/**
 * The colour in which a person is shown: the chosen one, or one by their number.
 * @param {Colored} person
 */
export function colorOf({ author, color }) {
  return color ?? palette[author % palette.length];
}

/**
 * Black or white, whichever stands out more from a colour. The contrast is at least 4.5 to 1 (WCAG 2.2, "relative luminance"):
 * where black's and white's are equal, it is the root of 21.
 * @param {string} color `#rrggbb`
 */
export function inkOn(color) {
  const luminance = luminanceOf(color);
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** @param {string} color */
export function luminanceOf(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
