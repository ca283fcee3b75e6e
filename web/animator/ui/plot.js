// SPDX-License-Identifier: MIT
// Small line charts on a canvas.

function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Steps of 1, 2 or 5 times a power of ten; with degrees, of 15, 30, 45 or 90. */
function niceStep(range, count, isDegrees) {
  const rough = range / count;
  if (isDegrees && rough > 5) return [10, 15, 30, 45, 90, 180, 360].find((step) => step >= rough) ?? 720;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10);
}

export class Plot {
  /** label: for screen readers; unit: after the numbers of the vertical axis. */
  constructor(label, { height = 110, unit = '°', xUnit = 's' } = {}) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'plot';
    this.canvas.style.height = `${height}px`;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    Object.assign(this, { height, unit, xUnit });
    new ResizeObserver(() => this.data && this.draw(this.data)).observe(this.canvas);
  }

  /**
   * series: [{ color, x: [], y: [], dashed?, dots? }], dots the radius of each; xRange, yRange: [from, to]; marks: x of vertical red lines;
   * cursor: x of a vertical line.
   */
  draw(data) {
    this.data = data;
    const { series, xRange, marks = [], cursor, yLog = false } = data;
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    const g = this.canvas.getContext('2d');
    g.scale(ratio, ratio);
    const all = series.flatMap((s) => s.y.filter(Number.isFinite));
    let yRange = data.yRange ?? [Math.min(...all), Math.max(...all)];
    if (yRange[1] - yRange[0] < 1e-12) yRange = [yRange[0] - 1, yRange[1] + 1];
    const left = 40;
    const bottom = this.height - 16;
    const x = (value) => left + ((value - xRange[0]) / (xRange[1] - xRange[0])) * (width - left - 6);
    const y = (value) => bottom - ((value - yRange[0]) / (yRange[1] - yRange[0])) * (bottom - 6);
    g.font = '10px system-ui, sans-serif';
    g.lineWidth = 1;
    g.strokeStyle = ink('--line');
    g.fillStyle = ink('--soft-ink');
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    const step = yLog ? Math.max(1, Math.ceil((yRange[1] - yRange[0]) / 4)) : niceStep(yRange[1] - yRange[0], 3, this.unit === '°');
    for (let value = Math.ceil(yRange[0] / step) * step; value <= yRange[1] + 1e-9; value += step) {
      g.beginPath();
      g.moveTo(left, y(value));
      g.lineTo(width - 6, y(value));
      g.stroke();
      const text = yLog ? `1e${value}` : `${Number(value.toPrecision(6))}${this.unit}`;
      g.fillText(text, left - 5, Math.min(Math.max(y(value), 8), bottom));
    }
    g.textAlign = 'center';
    g.textBaseline = 'top';
    const xStep = niceStep(xRange[1] - xRange[0], 5, this.xUnit === '°');
    for (let value = Math.ceil(xRange[0] / xStep) * xStep; value <= xRange[1] + 1e-9; value += xStep)
      g.fillText(`${Number(value.toPrecision(6))}${this.xUnit}`, Math.min(x(value), width - 12), bottom + 4);
    g.strokeStyle = ink('--red');
    for (const mark of marks) {
      g.beginPath();
      g.moveTo(x(mark), 2);
      g.lineTo(x(mark), bottom);
      g.stroke();
    }
    g.save();
    g.beginPath();
    g.rect(left, 0, width - left - 4, bottom + 1);
    g.clip();
    for (const { color, x: xs, y: ys, dashed, dots } of series) {
      g.strokeStyle = g.fillStyle = color;
      g.lineWidth = 1.6;
      g.setLineDash(dashed ? [4, 3] : []);
      if (dots) {
        xs.forEach((value, i) => {
          g.beginPath();
          g.arc(x(value), y(ys[i]), dots, 0, 2 * Math.PI);
          g.fill();
        });
        continue;
      }
      g.beginPath();
      xs.forEach((value, i) => {
        if (!Number.isFinite(ys[i])) return;
        if (i === 0) g.moveTo(x(value), y(ys[i]));
        else g.lineTo(x(value), y(ys[i]));
      });
      g.stroke();
    }
    g.restore();
    g.setLineDash([]);
    if (cursor !== undefined) {
      g.strokeStyle = ink('--ink');
      g.lineWidth = 1;
      g.beginPath();
      g.moveTo(x(cursor), 2);
      g.lineTo(x(cursor), bottom);
      g.stroke();
    }
  }
}

export const jointColors = ['#e5484d', '#e8833a', '#c9a227', '#2fb36a', '#16a3a3', '#4d8dff', '#a36bef'];
