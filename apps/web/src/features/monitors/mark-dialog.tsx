import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { AutoComplete, Input, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Point } from '../../map-engine/index.ts'
import { Field } from '../../ui/field.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './monitors.module.css'
import { providerNamesQuery } from './monitors.query.ts'
import { createMark } from './use-monitor-changes.ts'

const size = { width: 328, height: 330 }
const gap = 58
const margin = 12

/** Beside the clicked point: at its right, or at its left where there is no room; always inside the window. */
function placeBeside({ x, y }: Point): { top: number; left: number } {
  const right = x + gap + size.width + margin <= window.innerWidth
  const left = right ? x + gap : Math.max(margin, x - gap - size.width)
  const top = Math.max(margin, Math.min(y - 90, window.innerHeight - size.height - margin))
  return { top, left }
}

interface MarkDialogProps {
  readonly mapId: string
  /** Where the monitor shall stand, in pixels of the plan. */
  readonly at: Point
  /** The same point in the window. */
  readonly beside: Point
  readonly marks: readonly MonitorMark[]
  /** What was entered last: monitors are marked in rows, mostly of one provider. */
  readonly lastProvider: string
  readonly saving: boolean
  readonly onCancel: () => void
  readonly onSave: (mark: MonitorMark) => void
}

/** Asks for a monitor's provider and id, beside the point where it was put. Nothing is saved if either is empty. */
export function MarkDialog(props: MarkDialogProps) {
  const { t } = useTranslation('monitors')
  const { mapId, at, beside, marks, lastProvider, saving, onCancel, onSave } = props
  const [provider, setProvider] = useState(lastProvider)
  const [monitorId, setMonitorId] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const names = useQuery(providerNamesQuery())
  const formId = useId()
  const offline = useOfflineReason()
  const mark = createMark(mapId, at, provider, monitorId)
  const known = !saving && marks.some(({ hierarchyId }) => hierarchyId === mark.hierarchyId)
  const missing = (text: string): string | undefined =>
    submitted && text.trim() === '' ? translate('messages:fieldRequired') : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (provider.trim() !== '' && monitorId.trim() !== '') onSave(mark)
  }
  const phone = usePhone()
  const { top, left } = placeBeside(beside)
  return (
    <Modal
      open
      title={t('mark.title')}
      width={size.width}
      {...(phone
        ? {}
        : {
            style: { top, margin: `0 0 0 ${left}px` },
            styles: { mask: { background: 'transparent' } },
          })}
      onCancel={onCancel}
      okText={t('mark.submit')}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        loading: saving,
        disabled: offline !== undefined,
        title: offline,
      }}
    >
      <TouchSize>
        <form id={formId} onSubmit={submit} noValidate>
          <Field label={t('mark.provider')} required error={missing(provider)}>
            {({ id, status }) => (
              <AutoComplete
                id={id}
                status={status}
                autoFocus={lastProvider === ''}
                className={styles.wide ?? ''}
                value={provider}
                options={(names.data ?? []).map((name) => ({ value: name }))}
                showSearch={{
                  filterOption: (text, option) => String(option?.value).includes(text.toLowerCase()),
                }}
                onChange={(text) => setProvider(text.toLowerCase())}
                maxLength={100}
              />
            )}
          </Field>
          <Field label={t('mark.monitorId')} required error={missing(monitorId)}>
            {(control) => (
              <Input
                {...control}
                autoFocus={lastProvider !== ''}
                autoComplete="off"
                maxLength={100}
                value={monitorId}
                onChange={(event) => setMonitorId(event.target.value)}
              />
            )}
          </Field>
          {known ? (
            <p className={styles.known} role="status">
              {t('mark.known')}
            </p>
          ) : null}
        </form>
      </TouchSize>
    </Modal>
  )
}
