/** Number of moves from one place to another. */
export interface Flow {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** Data of a flow diagram. */
export interface FlowFigures {
  /** Headings of the table's columns: origin, destination, count. */
  readonly titles: readonly [from: string, to: string, count: string]
  /** The largest first. */
  readonly flows: readonly Flow[]
  /** Returns the name of a place for the picture, which has less space than the table. */
  readonly nameOf: (place: string) => string
}

const totals = (flows: readonly Flow[], side: 'from' | 'to'): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const flow of flows) counts.set(flow[side], (counts.get(flow[side]) ?? 0) + flow.count)
  return counts
}

const largest = (counts: ReadonlyMap<string, number>, most: number): ReadonlySet<string> =>
  new Set(
    [...counts]
      .toSorted(([, left], [, right]) => right - left)
      .slice(0, most)
      .map(([place]) => place),
  )

/** Adds up flows between the same two places, the largest first. */
export function addFlows(flows: readonly Flow[]): Flow[] {
  const sums = new Map<string, Flow>()
  for (const { from, to, count } of flows) {
    const key = `${from}\n${to}`
    sums.set(key, { from, to, count: (sums.get(key)?.count ?? 0) + count })
  }
  return [...sums.values()].toSorted((left, right) => right.count - left.count)
}

/**
 * Returns the flows between the places with the largest flows. All other places of a side are combined.
 * @param most number of places on each side
 * @param other name of the combined places
 */
export function mainFlows(flows: readonly Flow[], most: number, other: string): Flow[] {
  const from = largest(totals(flows, 'from'), most)
  const to = largest(totals(flows, 'to'), most)
  return addFlows(
    flows.map((flow) => ({
      from: from.has(flow.from) ? flow.from : other,
      to: to.has(flow.to) ? flow.to : other,
      count: flow.count,
    })),
  )
}
