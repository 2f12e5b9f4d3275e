import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { Catalogue } from "../../web/messages/catalogue.js";
import { languages } from "../../web/messages/language.js";

const { en } = await import("../../web/messages/en.js");
const codes = Object.keys(languages);

/** @param {string} code */
async function messagesOf(code) {
  const module = await import(`../../web/messages/${code}.js`);
  return module[code];
}

/** @param {string | Record<string, string>} message */
function templatesOf(message) {
  return typeof message === "string" ? [message] : Object.values(message);
}

/** @param {string | Record<string, string>} message */
function placeholdersOf(message) {
  const found = templatesOf(message).flatMap((template) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(found)].sort();
}

test("every catalogue in the folder is one of the languages that can be picked", () => {
  const files = readdirSync(new URL("../../web/messages/", import.meta.url)).map((file) => file.replace(".js", ""));
  assert.deepEqual(files.filter((file) => !["catalogue", "language", "localize"].includes(file)).sort(), [...codes].sort());
});

for (const code of codes) {
  test(`${code} has the texts that English has, in the same order, and no others`, async () => {
    const messages = await messagesOf(code);
    assert.equal(messages.language, code);
    assert.deepEqual(Object.keys(messages.texts), Object.keys(en.texts));
  });

  test(`${code} fills in the values that English fills in`, async () => {
    const { texts } = await messagesOf(code);
    for (const [key, message] of Object.entries(en.texts)) {
      assert.deepEqual(placeholdersOf(texts[key]), placeholdersOf(message), key);
    }
  });

  test(`${code} has every plural category of its language wherever a count decides, and a text in each`, async () => {
    const { texts } = await messagesOf(code);
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(texts)) {
      assert.equal(typeof message, typeof en.texts[key], key);
      if (typeof message === "object") {
        const given = Object.keys(message).filter((category) => category !== "1");
        assert.deepEqual(given.sort(), [...categories].sort(), key);
      }
      for (const template of templatesOf(message)) assert.notEqual(template.trim(), "", key);
    }
  });
}

test("Arabic has a text of its own for none, one, two, a few, many and a hundred", async () => {
  const catalogue = new Catalogue(await messagesOf("ar"));
  const texts = [0, 1, 2, 3, 11, 100].map((count) => catalogue.text("labelsInList", { count }));
  assert.equal(texts[0], "لا تسميات");
  assert.equal(texts[1], "تسمية واحدة");
  assert.equal(texts[2], "تسميتان");
  assert.match(texts[3], /تسميات$/);
  assert.match(texts[4], /تسمية$/);
});

test("the notices of the article stand word for word", async () => {
  const texts = await Promise.all(["en", "fr", "tr"].map(async (code) => (await messagesOf(code)).texts["notice.removed"]));
  assert.deepEqual(texts, [
    "Edit skipped: label was removed.",
    "Modification ignorée : le libellé a été supprimé.",
    "Düzenleme atlandı: etiket kaldırılmış.",
  ]);
});

test("numbers, lists and dates are written as the region of the language writes them", async () => {
  const messages = await messagesOf("en");
  const noon = Date.UTC(2026, 0, 2, 12);
  assert.equal(new Catalogue(messages, "en-IN").text("counts", { shown: 2, total: 123_456 }), "2 of 1,23,456 shown");
  assert.equal(new Catalogue(messages, "en-GB").list(["A", "B", "C"]), "A, B and C");
  assert.equal(new Catalogue(messages, "en-US").list(["A", "B", "C"]), "A, B, and C");
  assert.equal(new Catalogue(messages, "en-GB").date(noon), "2 Jan 2026");
});

test("a name that runs the other way than the text around it is set apart", async () => {
  const english = new Catalogue(await messagesOf("en"));
  assert.equal(english.text("hiddenByFilter", { name: "Tile" }), "“Tile” was added. The filter hides it.");
  assert.equal(english.text("unverifiedName", { name: "نور" }), "\u2068نور\u2069 (self-given name)");
  assert.equal(new Catalogue(await messagesOf("ar")).text("quoted", { name: "Tile" }), "«\u2068Tile\u2069»");
});
