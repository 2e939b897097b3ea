/**
 * Groups the items of a large push in their order, so that writing one group delays nobody. A group ends when it has
 * enough items or weight; usually there is one group.
 */
export function* writeGroups<Item>(
  items: readonly Item[],
  limit: { items: number; weight: number },
  weigh: (item: Item) => number,
): Generator<Item[], void> {
  let group: Item[] = []
  let weight = 0
  for (const item of items) {
    group.push(item)
    weight += weigh(item)
    if (group.length < limit.items && weight < limit.weight) continue
    yield group
    group = []
    weight = 0
  }
  if (group.length > 0) yield group
}
