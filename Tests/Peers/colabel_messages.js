// Writes the message files of the peers' load generator for Colabel: node colabel_messages.js OUT LABELS WRITERS MESSAGES_EACH
// (its README says what they are). HARNESS names its folder.
const { args, id, name, pick, reseed, write } = require(`${process.env.HARNESS}/gen/common`);

const { out, n: count, w: writers, m: messagesEach } = args();
// Edits that a writer may have open: what is older has been answered when the next is sent.
const open = 200;

// Whoever introduces themselves is told who is there, behind the snapshot: that is how the generator knows that it has it.
const person = process.env.INTRODUCES ? { person: { name: "Reader" } } : {};

const uuid = (number) => `c01abe10-0000-4000-a000-${number}`;
const hello = (number) => JSON.stringify({ type: "hello", client: uuid(number), secret: "s".repeat(43), claimed: false,
  acknowledgedThrough: 0, resume: null, snapshotCoding: "deflate", ...person });
const numbered = (number) => String(number).padStart(12, "0");

write(`${out}/seed.bin`, [hello(numbered(999_999))]);
// The generator puts the number of the connection there.
write(`${out}/init.bin`, [hello("~C0000000000")]);

for (let writer = 0; writer < writers; writer += 1) {
  reseed(writer + 1);
  const edits = Array.from({ length: messagesEach }, (_, index) => {
    const place = pick(count, writer, writers);
    return JSON.stringify({ type: "edit", sequence: index + 1, acknowledgedThrough: Math.max(0, index + 1 - open), kind: "rename",
      ids: [id(place)], name: name(place, writer), base: "", seen: 0 });
  });
  const file = String(writer).padStart(4, "0");
  write(`${out}/winit${file}.bin`, [hello(numbered(100_000 + writer))]);
  write(`${out}/w${file}.bin`, edits);
}
