import { CategoryChips, nearestPath, useLastPlace } from '../../nearest/index.ts'
import { Tile } from '../tile.tsx'

/** The way to the nearest free one of a category, from the place that was chosen last. */
export function FindNearest() {
  const place = useLastPlace()
  return (
    <Tile flush>
      <CategoryChips small pathOf={(category) => nearestPath(category, place)} />
    </Tile>
  )
}
