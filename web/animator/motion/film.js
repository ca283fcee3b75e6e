// SPDX-License-Identifier: MIT
// What plays in the picture as a WebM film, where the browser can.

const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const typeOf = () => types.find((type) => window.MediaRecorder?.isTypeSupported?.(type));

export const canFilm = (canvas) => typeof canvas.captureStream === 'function' && typeOf() !== undefined;

/** Bytes after which there is more than the film's head in it, and milliseconds after which nothing more is waited for. */
const filled = 1000;
const patience = 15000;

/** onState({ stop }) when it films, onState(null) when it has ended. Returns the film as a blob. */
export function film(stage, onState) {
  return new Promise((resolve, reject) => {
    const stream = stage.canvas.captureStream(30);
    const recorder = new MediaRecorder(stream, { mimeType: typeOf(), videoBitsPerSecond: 6e6 });
    const pieces = [];
    let size = 0;
    let asked = 0;
    // A slow machine has the last pictures later than they were drawn: until something is there they are drawn again.
    const stop = () => {
      asked ||= performance.now();
      if (recorder.state === 'inactive') return;
      if (size > filled || performance.now() - asked > patience) recorder.stop();
      else {
        stage.invalidate();
        setTimeout(stop, 100);
      }
    };
    const end = () => {
      for (const track of stream.getTracks()) track.stop();
      onState(null);
    };
    recorder.addEventListener('dataavailable', ({ data }) => {
      pieces.push(data);
      size += data.size;
    });
    recorder.addEventListener('start', () => onState({ stop: () => asked || stop() }));
    recorder.addEventListener('stop', () => {
      end();
      resolve(new Blob(pieces, { type: 'video/webm' }));
    });
    recorder.addEventListener('error', ({ error }) => {
      end();
      reject(error);
    });
    recorder.start(200);
  });
}
