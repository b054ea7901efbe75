/** Records the canvas of a view as a WebM movie. */

const FRAMES_PER_SECOND = 30;
const MOST_BYTES = 256 * 1024 * 1024;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** The type of movie that this browser can record, or null. */
export function movieType() {
  const canRecord = typeof MediaRecorder !== "undefined"
    && "captureStream" in HTMLCanvasElement.prototype;
  return !canRecord ? null : TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export class Movie {
  /**
   * Starts to record.
   * @param {HTMLCanvasElement} canvas
   * @param {{done: (movie: Blob, full: boolean) => void, failed: (text: string) => void}} report
   */
  constructor(canvas, report) {
    this.bytes = 0;
    this.full = false;
    const chunks = [];
    this.stream = canvas.captureStream(FRAMES_PER_SECOND);
    this.recorder = new MediaRecorder(this.stream, { mimeType: movieType() });
    this.recorder.ondataavailable = ({ data }) => {
      chunks.push(data);
      this.bytes += data.size;
      if (this.bytes > MOST_BYTES) {
        this.full = true;
        this.stop();
      }
    };
    this.recorder.onerror = ({ error }) => report.failed(error?.message ?? "recording failed");
    this.recorder.onstop = () => {
      this.stream.getTracks().forEach((track) => track.stop());
      report.done(new Blob(chunks, { type: "video/webm" }), this.full);
    };
    this.recorder.start(500);
  }

  stop() {
    if (this.recorder.state !== "inactive") this.recorder.stop();
  }
}
