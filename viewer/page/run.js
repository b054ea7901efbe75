/** One live world as the page knows it: its host, its description, and what it is like now. */
import { Frame } from "./frame.js";

const PICK_MARGIN = 0.5; // m: how far an agent may have walked since its frame

export class Run {
  /**
   * @param {{ask, frame, close}} host the transport (host/wasm.js, host/socket.js)
   * @param {string} name what the run is called in compare mode
   */
  constructor(host, name = "") {
    this.host = host;
    this.name = name;
    /** The answer to `describe`. */
    this.description = null;
    /** The answer to `state` that belongs to `frame`. */
    this.state = null;
    /** @type {Frame} the agents as they are drawn */
    this.frame = null;
    /** The time at which all agents had arrived, s; null: not yet. */
    this.finishedAt = null;
    /** Whether no earlier step can have been the last: a seek may have gone past it. */
    this.isFinishExact = false;
  }

  /** Asks for everything that is needed to show the run. */
  async open(colouring = 0) {
    this.description = await this.host.ask({ do: "describe" });
    await this.refresh(colouring);
    return this;
  }

  /** Sends one message. Rejects with an Error that has a `code` if the answer is an error. */
  ask(message) {
    return this.host.ask(message);
  }

  /**
   * Sends a message that is answered as `state`, and gets the frame after it.
   * @returns {Promise<{state, frame: Frame}>}
   */
  async askFrame(message, colouring) {
    const [state, buffer] = await Promise.all([this.host.ask(message),
      this.host.frame(colouring)]);
    return { state, frame: new Frame(buffer, this.description.origin) };
  }

  /** Gets state and frame as they are now. */
  async refresh(colouring) {
    this.show(await this.askFrame({ do: "state" }, colouring));
  }

  /** Makes a state and its frame the ones that are shown. */
  show({ state, frame, isEnd = false }) {
    const isExact = isEnd || state.step - this.state?.step === 1;
    this.state = state;
    this.frame = frame;
    if (state.can_end && this.finishedAt !== null && this.finishedAt <= state.time) return;
    this.finishedAt = state.can_end ? state.time : null;
    this.isFinishExact = isExact;
  }

  /** When all agents had arrived, in words, or null. */
  get finish() {
    return this.finishedAt === null ? null
      : `all arrived ${this.isFinishExact ? "after" : "by"} ${this.finishedAt.toFixed(1)} s`;
  }

  /** The agent in a slot as it was in the last frame, or null: see Frame.agent. */
  agentBySlot(slot, remaining = 0) {
    return this.frame?.agent(slot, remaining) ?? null;
  }

  /**
   * The key of the agent in a slot, or null. All hosts know which agent is nearest to a point; if
   * the run has gone on and another agent is there now, the explanation has the key.
   */
  async keyOf(slot) {
    const agent = this.agentBySlot(slot);
    if (!agent) return null;
    const found = await this.ask({ do: "pick", at: [agent.x, agent.y], layer: agent.layer,
      radius: agent.radius + PICK_MARGIN });
    if (found.slot === slot) return String(found.key);
    const { key } = await this.ask({ do: "explain", slot });
    return String(key);
  }

  close() {
    this.host.close();
  }
}
