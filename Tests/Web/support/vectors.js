import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../../Vectors/", import.meta.url);

export function readVector(name) {
  return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
}

/** Every list case: its name, start, steps and end. */
export function listVectors() {
  const names = readdirSync(folder).filter((name) => /^(field|id|limit|order|undo)-.*\.json$/.test(name)).sort();
  return names.map((name) => ({ name, ...readVector(name) }));
}

/** Every case of a replica: its name, why it is there, start and steps. */
export function replicaVectors() {
  const names = readdirSync(new URL("replica/", folder)).filter((name) => name.endsWith(".json")).sort();
  return names.map((name) => ({ name, ...readVector(`replica/${name}`) }));
}

/** An effect of a vector as the protocol sends it. */
export function wireEffect({ afterInCanonicalOrder, ...effect }) {
  return { ...effect, after: afterInCanonicalOrder };
}

export function canonicalLabels(list) {
  return [...list].map(({ id, name, isIncluded }) => ({ id, name, isIncluded }));
}
