import type { ParLevel } from '@wardtrack/contracts'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'

/** Returns the columns of PAR levels, with buttons to change and remove them. */
export function useLevelColumns(onEdit: (level: ParLevel) => void): DataColumn<ParLevel>[] {
  const { t } = useTranslation('par-settings')
  const mapping = useMetadata()
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: ({ _id, revision }: ParLevel) =>
      api.call('removeParLevel', { params: { id: _id }, query: { revision } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.parLevels], [KEYS.reports]],
  })
  const categoryOf = ({ Category }: ParLevel): string =>
    aliasesOf(mapping, 'Equipment').option('PrimaryCategory', Category)
  const namesOf = (level: ParLevel) => ({
    unit: levelValues(level.fullPath).at(-1) ?? t('gone'),
    category: categoryOf(level),
  })
  const remove = (level: ParLevel): void =>
    confirm({
      title: t('remove.title', namesOf(level)),
      content: t('remove.what'),
      verb: t('remove.verb'),
      onConfirm: () => mutateAsync(level),
    })
  return [
    {
      title: t('unit'),
      onPhone: 'main',
      wraps: true,
      cell: ({ fullPath }) => pathText(fullPath) || t('gone'),
    },
    { title: t('category'), cell: categoryOf },
    { title: t('par'), named: true, cell: ({ Par }) => formatNumber(Par) },
    { title: t('minimum'), named: true, cell: ({ Minimum }) => formatNumber(Minimum) },
    {
      title: t('changed'),
      named: true,
      cell: ({ updatedAt, updatedBy }) => t('changedBy', { time: dateTime(updatedAt), name: updatedBy }),
    },
    {
      title: t('actions'),
      onPhone: 'end',
      cell: (level) => (
        <>
          {pathText(level.fullPath) === '' ? null : (
            <OnlineButton
              type="text"
              aria-label={t('edit.of', namesOf(level))}
              icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => onEdit(level)}
            />
          )}
          <OnlineButton
            type="text"
            aria-label={t('remove.of', namesOf(level))}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => remove(level)}
          />
        </>
      ),
    },
  ]
}
