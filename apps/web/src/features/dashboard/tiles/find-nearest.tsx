import { CategoryChips, nearestPath, useLastPlace } from '../../nearest/index.ts'
import { Tile } from '../tile.tsx'

/** Search for the nearest available equipment of a category, from the place chosen last. */
export function FindNearest() {
  const place = useLastPlace()
  return (
    <Tile flush>
      <CategoryChips small pathOf={(category) => nearestPath(category, place)} />
    </Tile>
  )
}
