import { useConfirm } from '../../lib/use-confirm.ts'
import type { PlaceRow } from './place-rows.ts'
import type { MappingChange } from './use-mapping-change.tsx'

/** Asks first: what the providers report for the place is no longer placed once its mappings are gone. */
export function useRemoveMappings(onChange: (change: MappingChange) => void): (row: PlaceRow) => void {
  const confirm = useConfirm()
  return ({ place, name }) => {
    const providers = Object.keys(place.mappings).sort().join(', ')
    confirm({
      title: `Remove the mapping of ${name}?`,
      content: `What ${providers} reports there is no longer placed on the map. Positions known so far stay.`,
      verb: 'Remove mapping',
      onConfirm: () => onChange({ place, mappings: {}, undoable: `The mapping of ${name} was removed` }),
    })
  }
}
