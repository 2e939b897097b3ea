import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { statusCountQuery } from './asset-list-state.ts'
import type { BulkChange } from './use-bulk-status.ts'

interface BulkStatusDialogProps {
  /** Keys of the selected assets; empty for all matching assets. */
  readonly selected: readonly string[]
  /** Criteria of the list. */
  readonly criteria: readonly Record<string, unknown>[]
  /** Number of matching assets. */
  readonly total: number
  readonly status: BulkChange['status']
  readonly onSubmit: (change: BulkChange) => Promise<unknown>
  readonly onClose: () => void
}

interface Choice {
  readonly scope: 'selected' | 'all'
  readonly status: BulkChange['status']
}

/** Asks which assets to activate or deactivate, and shows their number. */
export function BulkStatusDialog(props: BulkStatusDialogProps) {
  const { selected, criteria, total, status, onSubmit, onClose } = props
  const { t } = useTranslation('asset-list')
  const [choice, setChoice] = useState<Choice>({ scope: selected.length > 0 ? 'selected' : 'all', status })
  const former = choice.status === 'active' ? 'inactive' : 'active'
  const count = useQuery({ ...statusCountQuery(criteria, former), enabled: choice.scope === 'all' })
  const state = useAppForm<Choice>({
    initial: choice,
    onSubmit: async (chosen) => {
      await onSubmit({
        status: chosen.status,
        ...(chosen.scope === 'selected' ? { keys: [...selected] } : { criteria: [...criteria] }),
      })
      onClose()
    },
  })
  const verb = choice.status === 'active' ? t('activate') : t('deactivate')
  const counted = choice.scope === 'selected' ? selected.length : count.data
  return (
    <FormDialog
      state={state}
      title={t('bulk.title')}
      verb={verb}
      onClose={onClose}
      disabled={counted === undefined || counted === 0}
      onValues={setChoice}
    >
      <AppField name="scope" label={t('bulk.scope')} group>
        <Radio.Group
          options={[
            ...(selected.length > 0
              ? [{ value: 'selected', label: t('bulk.selected', { count: selected.length }) }]
              : []),
            { value: 'all', label: t('bulk.all', { count: total }) },
          ]}
        />
      </AppField>
      <AppField name="status" label={t('bulk.action')} group>
        <Radio.Group
          options={[
            { value: 'active', label: t('activate') },
            { value: 'inactive', label: t('deactivate') },
          ]}
        />
      </AppField>
      <p role="status">
        {counted === undefined
          ? t('bulk.counting')
          : choice.status === 'active'
            ? t('bulk.willActivate', { count: counted })
            : t('bulk.willDeactivate', { count: counted })}
      </p>
    </FormDialog>
  )
}
