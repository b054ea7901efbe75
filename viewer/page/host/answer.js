/** What hosts have in common: answers that are errors, and requests that wait for an answer. */

/** Reads an answer; throws an Error with a `code` if it is one. */
export function readAnswer(answer) {
  if (!answer || typeof answer !== "object") throw new Error("the answer is not an object");
  if (answer.error) {
    const error = new Error(answer.error.message ?? "the host reports an error");
    error.code = answer.error.code ?? "unknown";
    throw error;
  }
  return answer;
}

const LAST_ID = 2 ** 31 - 1;

/** Requests by number, each with the promise of its answer. */
export class Requests {
  #waiting = new Map();
  #next = 1;
  #ended = null;

  /**
   * Makes a request: `send` gets its number.
   * @returns {Promise} what settle() gets for it
   */
  make(send) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#next;
    this.#next = id === LAST_ID ? 1 : id + 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  /** Answers a request, with an error if there is one. Unknown numbers are ignored. */
  settle(id, result, error = null) {
    const request = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) request?.reject(error);
    else request?.resolve(result);
  }

  /** Fails all requests that wait, and all later ones. */
  end(error) {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
