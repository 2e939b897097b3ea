/** A small building in the format of plan.json: a ring of lanes with a dead end, and an isolated lane. */
export const OTHER_PLAN = {
  source: 'test',
  image: 'plan.png',
  imageWidth: 800,
  imageHeight: 600,
  metresPerPixel: 0.05,
  xDimension: 40,
  yDimension: 30,
  levels: [
    {
      name: 'L1',
      waypoints: [
        { x: 100, y: 100 },
        { x: 700, y: 100, name: 'east' },
        { x: 700, y: 500 },
        { x: 100, y: 500 },
        { x: 400, y: 500, name: 'south' },
        { x: 400, y: 560, name: 'store' },
        { x: 20, y: 20, name: 'nowhere' },
      ],
      lanes: [
        [0, 1],
        [1, 2],
        [2, 4],
        [4, 3],
        [3, 0],
        [4, 5],
        [1, 0],
      ],
      walls: [[50, 50, 750, 50]],
      doors: [{ name: 'front', x1: 300, y1: 50, x2: 340, y2: 50 }],
    },
  ],
}
