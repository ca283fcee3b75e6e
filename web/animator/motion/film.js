// SPDX-License-Identifier: MIT
// What plays in the picture as a WebM film, where the browser can.

const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const typeOf = () => types.find((type) => window.MediaRecorder?.isTypeSupported?.(type));

export const canFilm = (canvas) => typeof canvas.captureStream === 'function' && typeOf() !== undefined;

/** onState({ stop }) when it films, onState(null) when it has ended. Returns the film as a blob. */
export function film(stage, onState) {
  return new Promise((resolve, reject) => {
    const stream = stage.canvas.captureStream(30);
    const recorder = new MediaRecorder(stream, { mimeType: typeOf(), videoBitsPerSecond: 6e6 });
    const pieces = [];
    const end = () => {
      for (const track of stream.getTracks()) track.stop();
      onState(null);
    };
    recorder.addEventListener('dataavailable', ({ data }) => data.size && pieces.push(data));
    recorder.addEventListener('stop', () => {
      end();
      resolve(new Blob(pieces, { type: 'video/webm' }));
    });
    recorder.addEventListener('error', ({ error }) => {
      end();
      reject(error);
    });
    recorder.start();
    onState({ stop: () => recorder.state !== 'inactive' && recorder.stop() });
  });
}
