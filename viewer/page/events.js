/** Events by name: the base of the objects that others listen to. */
export class Emitter {
  #listeners = new Map();

  /**
   * Calls `fn` at each event `name`.
   * @returns {() => void} a function that ends this
   */
  on(name, fn) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(fn);
    return () => this.#listeners.get(name).delete(fn);
  }

  /** Reports an event to all listeners; a listener that fails does not stop the others. */
  emit(name, ...values) {
    for (const fn of [...(this.#listeners.get(name) ?? [])]) {
      try {
        fn(...values);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
