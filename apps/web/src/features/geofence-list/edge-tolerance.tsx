import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Popover } from 'antd'
import { Ruler } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  settingsQuery,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './fence-table.module.css'

const PAIR = { Type: 'Geofence', SubType: 'Engine' } as const
/** Maximum in metres; for a larger tolerance, a larger geofence is better. */
const largest = 50
/** Tolerance of new geofences in metres, until one for all is saved; the same as in the server. */
const defaultMetres = 0.5

interface Tolerance {
  readonly metres: number | null
}

const toleranceQuery = () =>
  settingsQuery(
    PAIR,
    ({ tolerance }): Tolerance => ({ metres: typeof tolerance === 'number' ? tolerance : defaultMetres }),
  )

/** Setting for all geofences: the distance beyond the edge within which an asset still counts as inside. */
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
          {t('tolerance.current', { metres: tolerance.data.values.metres ?? defaultMetres })}
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
  const state = useSettingsForm<Tolerance>({
    name: PAIR,
    stored: saved,
    reread: () => client.fetchQuery({ ...toleranceQuery(), staleTime: 0 }),
    labels: { metres: t('tolerance.metres') },
    toFields: ({ metres }) => ({ tolerance: metres }),
    check: ({ metres }) => ({ metres: metres === null ? translate('messages:fieldRequired') : undefined }),
    failure: (cause) => (isConflict(cause) ? undefined : translate('messages:settingsFailed')),
    onSuccess: ({ data: { revision } }, { values }) => {
      client.setQueryData(toleranceQuery().queryKey, { values, revision })
      onSaved()
    },
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
