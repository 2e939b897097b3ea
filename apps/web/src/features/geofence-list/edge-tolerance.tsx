import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, InputNumber, Popover } from 'antd'
import { Ruler } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { Field } from '../../ui/field.tsx'
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
  const { message } = App.useApp()
  const offline = useOfflineReason()
  const [metres, setMetres] = useState<number | null>(saved)
  const saving = useMutation({
    mutationFn: (tolerance: number) =>
      api.call('createSettings', { body: { ...pair, Fields: { tolerance } } }),
    onSuccess: (_, now) => {
      client.setQueryData(toleranceQuery().queryKey, now)
      void message.success(translate('messages:settingSaved'))
      onSaved()
    },
    onError: () => void message.error(translate('messages:settingsFailed')),
  })
  return (
    <form
      className={styles.tolerance}
      aria-label={t('tolerance.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (metres !== null) saving.mutate(metres)
      }}
    >
      <p>{t('tolerance.help')}</p>
      <Field
        label={t('tolerance.metres')}
        error={metres === null ? translate('messages:fieldRequired') : undefined}
      >
        {(control) => (
          <InputNumber
            {...control}
            autoFocus
            min={0}
            max={largest}
            step={0.5}
            value={metres}
            onChange={(value) => setMetres(value)}
          />
        )}
      </Field>
      <Button
        type="primary"
        htmlType="submit"
        loading={saving.isPending}
        disabled={offline !== undefined}
        title={offline}
      >
        {t('tolerance.save')}
      </Button>
    </form>
  )
}
