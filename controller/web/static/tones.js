// The sound alphabet: the notes of controller/voice/tones.py, played by the browser (a test compares
// them). Hertz and milliseconds; 0 Hz is a rest.
export const NOTES = {
  turn: [[660, 90], [880, 150]],
  again: [[880, 60], [0, 45], [880, 60], [0, 45], [880, 60]],
  capture: [[990, 80], [740, 80], [495, 150]],
  wrong: [[220, 180], [0, 60], [220, 180]],
  done: [[740, 110]],
};
// Seconds in which a note comes and goes, and how loud it is beside a voice.
const EDGE = 0.008;
const LOUD = 0.27;

let context = null;

// Play it from now on; gives how many milliseconds it takes, and a way to stop it.
export function playTone(name, volume) {
  context ??= new AudioContext();
  context.resume().catch(() => {}); // a browser that nobody has touched yet plays nothing
  const swell = new GainNode(context, { gain: 0 });
  swell.connect(context.destination);
  let at = context.currentTime;
  const begun = at;
  for (const [hertz, milliseconds] of NOTES[name]) {
    const end = at + milliseconds / 1000;
    if (hertz) sound(swell, hertz, at, end, LOUD * volume);
    at = end;
  }
  return { lasts: (at - begun) * 1000, stop: () => swell.disconnect() };
}

function sound(swell, hertz, from, to, loud) {
  const note = new OscillatorNode(context, { frequency: hertz });
  note.connect(swell);
  swell.gain.setValueAtTime(0, from);
  swell.gain.linearRampToValueAtTime(loud, from + EDGE);
  swell.gain.setValueAtTime(loud, to - EDGE);
  swell.gain.linearRampToValueAtTime(0, to);
  note.start(from);
  note.stop(to);
}
