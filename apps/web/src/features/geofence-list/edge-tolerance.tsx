import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Popover } from 'antd'
import { Ruler } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './fence-table.module.css'

const pair = { Type: 'Geofence', SubType: 'Engine' } as const
/** Metres; beyond it a fence would rather be drawn larger. */
const largest = 50

const toleranceQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'exit-tolerance'],
    queryFn: async ({ signal }): Promise<number> => {
      const { tolerance } = (await api.call('getSettings', { body: pair, signal })).data.Fields
      return typeof tolerance === 'number' ? tolerance : 0
    },
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
          {t('tolerance.current', { metres: tolerance.data })}
        </Button>
      </Popover>
    </TouchSize>
  )
}

function ToleranceForm({ saved, onSaved }: { readonly saved: number; readonly onSaved: () => void }) {
  const { t } = useTranslation('geofence-list')
  const client = useQueryClient()
  const saving = useApiMutation({
    call: (tolerance: number) => api.call('createSettings', { body: { ...pair, Fields: { tolerance } } }),
    success: () => translate('messages:settingSaved'),
    failure: () => translate('messages:settingsFailed'),
    onSuccess: (_, metres) => {
      client.setQueryData(toleranceQuery().queryKey, metres)
      onSaved()
    },
  })
  const state = useAppForm<{ readonly metres: number | null }>({
    initial: { metres: saved },
    check: ({ metres }) => ({ metres: metres === null ? translate('messages:fieldRequired') : undefined }),
    failureAs: 'caller',
    onSubmit: ({ metres }) => (metres === null ? undefined : saving.mutateAsync(metres)),
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
