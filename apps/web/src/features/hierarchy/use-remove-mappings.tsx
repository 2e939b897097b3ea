import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { PlaceRow } from './place-rows.ts'
import type { MappingChange } from './use-mapping-change.tsx'

/** Asks for confirmation, because without mappings the providers' positions at the place can no longer be located. */
export function useRemoveMappings(onChange: (change: MappingChange) => void): (row: PlaceRow) => void {
  const { t } = useTranslation('hierarchy')
  const confirm = useConfirm()
  return ({ place, name }) => {
    const providers = Object.keys(place.mappings).sort().join(', ')
    confirm({
      title: t('remove.title', { name }),
      content: t('remove.what', { providers }),
      verb: t('remove.label'),
      onConfirm: () => onChange({ place, mappings: {}, undoable: t('remove.done', { name }) }),
    })
  }
}
