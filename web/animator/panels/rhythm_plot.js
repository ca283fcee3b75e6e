// SPDX-License-Identifier: MIT
// The rhythm of a shoulder: angles of clavicle and scapula over the elevation of the arm, what bone pins measured under them,
// and where they are now.
import { degrees } from '../arm/model.js';
import { h } from '../ui/elements.js';
import { Plot } from '../ui/plot.js';
import bonePins from '../../../data/shoulder/bone_pins.csv';

const measured = bonePins
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#') && !line.startsWith('plane'))
  .map((line) => line.split(',').map(Number));
const curves = [
  ['Clavicle elevation', '#e8833a'],
  ['Clavicle protraction', '#a36bef'],
  ['Scapula upward', '#2fb36a'],
  ['Scapula inward', '#4d8dff'],
  ['Scapula tilt', '#e5484d'],
];
const last = 180;
const elevations = Array.from({ length: 37 }, (_, i) => (i * last) / 36);
const toDegrees = (angle) => (angle * 180) / Math.PI;

export function rhythmPlot() {
  const plot = new Plot('Angles of clavicle and scapula over the elevation of the arm, measured points under them', { height: 190, xUnit: '°' });
  const note = h('p', { class: 'note' });
  const legend = h('div', { class: 'legend' }, ...curves.map(([name, color]) => h('span', {}, h('i', { style: `background:${color}` }), name)));
  return {
    elements: [plot.canvas, legend, note],
    /** limb: a ShoulderLimb. */
    draw(limb) {
      const { elevation, plane } = limb.raised;
      const raising = limb.asked.own?.raising ?? 0;
      const girdle = limb.now.posture?.girdle ?? limb.rest.girdle;
      const rhythm = elevations.map((x) => limb.limb.rhythm((x * Math.PI) / 180, plane, raising).map(toDegrees));
      const at = toDegrees(elevation);
      const nearest = Math.abs(toDegrees(plane) - 40) <= Math.abs(toDegrees(plane) - 90) ? 40 : 90;
      const pins = measured.filter(([p]) => p === nearest);
      plot.draw({
        series: curves.flatMap(([, color], i) => [
          { color, x: elevations, y: rhythm.map((angles) => angles[i]) },
          { color, x: pins.map((row) => row[1]), y: pins.map((row) => row[2 + i]), dots: 2.4 },
          { color, x: [at], y: [toDegrees(girdle[i])], dots: 4.5 },
        ]),
        xRange: [0, last],
        yRange: [-58, 68],
        cursor: at,
      });
      note.textContent = `Arm raised ${degrees(elevation)} in the plane ${degrees(plane)} forward of the side. Small dots: bone pins in twelve shoulders (Ludewig 2009), plane ${nearest}°. Large: now.`;
    },
  };
}
