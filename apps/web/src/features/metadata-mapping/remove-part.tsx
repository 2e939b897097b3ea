import type { MetaMapping } from '@wardtrack/contracts'
import { MAX_COUNTED_USE } from '@wardtrack/contracts/administration'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { OnlineButton } from '../../ui/online-button.tsx'

interface RemovePartProps {
  readonly mapping: MetaMapping
  readonly type: string
  /** Name of the entry; absent for the whole type. */
  readonly name?: string
  /** Displayed name. */
  readonly label: string
  readonly onRemoved: () => void
}

/** Removes an entry or an asset type from the mapping, after showing the number of affected assets. */
export function RemovePart({ mapping, type, name, label, onRemoved }: RemovePartProps) {
  const { t } = useTranslation('metadata-mapping')
  const confirm = useConfirm()
  const kind = name === undefined ? 'type' : 'entry'
  const part = { type, ...(name === undefined ? {} : { name }) }
  const removing = useApiMutation({
    call: () =>
      api.call('removeMetaDataMapping', {
        body: { id: mapping._id, ...part, revision: mapping._revision },
      }),
    success: ({ message }) => message,
    invalidates: [[KEYS.metadata]],
    onSuccess: onRemoved,
  })
  const counting = useApiMutation({
    call: () => api.call('countMetaDataMapping', { query: part }),
    onSuccess: ({ assets }) =>
      confirm({
        title: t('remove.title', { name: label }),
        content: `${inWords(assets, t)} ${t(`remove.what.${kind}`)}`,
        verb: t('remove.verb'),
        onConfirm: () => removing.mutateAsync(),
      }),
  })
  return (
    <OnlineButton
      danger
      icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
      loading={counting.isPending || removing.isPending}
      onClick={() => counting.mutate()}
    >
      {t(`remove.${kind}`)}
    </OnlineButton>
  )
}

/** Formats the number of affected assets. Patients are left out for users without access to them. */
function inWords(
  assets: number | undefined,
  t: ReturnType<typeof useTranslation<'metadata-mapping'>>['t'],
): string {
  if (assets === undefined) return t('remove.hidden')
  return assets === MAX_COUNTED_USE
    ? t('remove.atLeast', { count: assets })
    : t('remove.assets', { count: assets })
}
