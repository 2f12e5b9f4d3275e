/** One database for every list of this origin. */
const databaseName = "colabel";
const databaseVersion = 1;

/**
 * Opens the database, or makes it:
 * - `clients`, by id: identity, alias and origin of a client;
 * - `edits`, by client and sequence: its pending edits;
 * - `notices`, by id: what its person has to be told, with `client` and the time `at` which it came.
 * @param {IDBFactory} factory
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(factory) {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, databaseVersion);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("clients", { keyPath: "client" });
      database.createObjectStore("edits", { keyPath: ["client", "sequence"] });
      database.createObjectStore("notices", { keyPath: "id" }).createIndex("client", "client");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Every edit of a client.
 * @param {string} client
 */
export function editsOf(client) {
  return IDBKeyRange.bound([client, 0], [client, Infinity]);
}
