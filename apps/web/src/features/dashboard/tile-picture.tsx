/** Kind of content in a tile's picture. */
export type PictureKind = 'number' | 'numbers' | 'bars' | 'columns' | 'lines' | 'rows' | 'chips' | 'checks'

type Shape = readonly [x: number, y: number, width: number, height: number, strong?: true]

/** Rectangles on a field of 72 by 44. */
const SHAPES: Readonly<Record<Exclude<PictureKind, 'lines'>, readonly Shape[]>> = {
  number: [
    [8, 12, 20, 20, true],
    [34, 20, 28, 4],
  ],
  numbers: [0, 1, 2].flatMap((column): Shape[] => [
    [8 + column * 20, 8, 12, 7, true],
    [8 + column * 20, 25, 12, 7, true],
    [8 + column * 20, 18, 16, 3],
    [8 + column * 20, 35, 16, 3],
  ]),
  bars: [52, 38, 26, 12].map((width, row): Shape => [8, 7 + row * 8, width, 5, true]),
  columns: [12, 20, 16, 28, 22, 30].map(
    (height, column): Shape => [9 + column * 9, 38 - height, 6, height, true],
  ),
  rows: [0, 1, 2, 3].flatMap((row): Shape[] => [
    [8, 8 + row * 8, 26, 4, true],
    [44, 8 + row * 8, 20, 4],
  ]),
  chips: [
    [8, 9, 18, 10, true],
    [30, 9, 26, 10],
    [8, 25, 28, 10],
    [40, 25, 20, 10],
  ],
  checks: [0, 1, 2].flatMap((row): Shape[] => [
    [8, 8 + row * 11, 6, 6, true],
    [20, 9 + row * 11, 40, 4],
  ]),
}

/** Small picture of a tile. */
export function TilePicture({ kind }: { readonly kind: PictureKind }) {
  return (
    <svg viewBox="0 0 72 44" width="72" height="44" aria-hidden>
      <rect width="72" height="44" rx="6" fill="var(--c-sunken)" />
      {kind === 'lines' ? (
        <>
          <path d="M8 36V24l10-6 12 8 12-12 10 6 12-6v22z" fill="var(--c-line-strong)" />
          <path d="M8 24l10-6 12 8 12-12 10 6 12-6" fill="none" stroke="var(--c-link)" strokeWidth="2" />
        </>
      ) : (
        SHAPES[kind].map(([x, y, width, height, strong]) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={kind === 'chips' ? 5 : 1.5}
            fill={strong ? 'var(--c-link)' : 'var(--c-line-strong)'}
          />
        ))
      )}
    </svg>
  )
}
