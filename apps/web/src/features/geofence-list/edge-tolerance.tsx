import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Popover } from 'antd'
import { Ruler } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  useAppForm,
} from '../../ui/form/index.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './fence-table.module.css'

const pair = { Type: 'Geofence', SubType: 'Engine' } as const
/** Metres; beyond it a fence would rather be drawn larger. */
const largest = 50

interface Tolerance {
  readonly metres: number | null
}

async function readTolerance(signal?: AbortSignal): Promise<StoredState<Tolerance>> {
  const options = { body: pair, ...(signal ? { signal } : {}) }
  const { Fields, revision } = (await api.call('getSettings', options)).data
  return { values: { metres: typeof Fields['tolerance'] === 'number' ? Fields['tolerance'] : 0 }, revision }
}

const toleranceQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'exit-tolerance'],
    queryFn: ({ signal }) => readTolerance(signal),
  })

/** How far beyond its edge an asset still counts as inside a fence, for every fence. */
export function EdgeTolerance() {
  const { t } = useTranslation('geofence-list')
  const [open, setOpen] = useState(false)
  const tolerance = useQuery(toleranceQuery())
  if (tolerance.data === undefined) return null
  return (
    <TouchSize>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={<ToleranceForm saved={tolerance.data} onSaved={() => setOpen(false)} />}
      >
        <Button aria-expanded={open} icon={<Ruler size={16} strokeWidth={1.8} aria-hidden />}>
          {t('tolerance.current', { metres: tolerance.data.values.metres ?? 0 })}
        </Button>
      </Popover>
    </TouchSize>
  )
}

interface ToleranceFormProps {
  readonly saved: StoredState<Tolerance>
  readonly onSaved: () => void
}

function ToleranceForm({ saved, onSaved }: ToleranceFormProps) {
  const { t } = useTranslation('geofence-list')
  const client = useQueryClient()
  const saving = useApiMutation({
    call: ({ metres, revision }: { metres: number; revision: string | undefined }) =>
      api.call('createSettings', { body: { ...pair, Fields: { tolerance: metres }, revision } }),
    success: () => translate('messages:settingSaved'),
    failure: (cause) => (isConflict(cause) ? undefined : translate('messages:settingsFailed')),
    onSuccess: ({ data: { revision } }, { metres }) => {
      client.setQueryData(toleranceQuery().queryKey, { values: { metres }, revision })
      onSaved()
    },
  })
  const state = useAppForm<Tolerance>({
    initial: saved.values,
    shared: {
      revision: saved.revision,
      reread: () => readTolerance(),
      labels: { metres: t('tolerance.metres') },
    },
    check: ({ metres }) => ({ metres: metres === null ? translate('messages:fieldRequired') : undefined }),
    failureAs: 'caller',
    onSubmit: ({ metres }, revision) =>
      metres === null ? undefined : saving.mutateAsync({ metres, revision }),
  })
  return (
    <AppForm state={state} className={styles.tolerance} label={t('tolerance.title')}>
      <p>{t('tolerance.help')}</p>
      <AppField name="metres" label={t('tolerance.metres')}>
        <InputNumber autoFocus min={0} max={largest} step={0.5} />
      </AppField>
      <SubmitButton>{t('tolerance.save')}</SubmitButton>
    </AppForm>
  )
}
