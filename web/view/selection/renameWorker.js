import { PatternError, renaming } from "./renamePattern.js";

addEventListener("message", ({ data: { pattern, language, names } }) => {
  try {
    postMessage({ names: names.map(renaming(pattern, language)) });
  } catch (error) {
    const { code, detail } = error instanceof PatternError ? error : new PatternError("patternInvalid");
    postMessage({ code, detail });
  }
});
