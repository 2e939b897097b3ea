import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { providerNamesQuery } from '../../lib/queries.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Point } from '../../map-engine/index.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './monitors.module.css'
import { createMark } from './use-monitor-changes.ts'

const size = { width: 328, height: 330 }
const gap = 58
const margin = 12

/**
 * Returns a position beside the clicked point, inside the window: at its right, or at its left where there is no
 * room.
 */
function placeBeside({ x, y }: Point): { top: number; left: number } {
  const right = x + gap + size.width + margin <= window.innerWidth
  const left = right ? x + gap : Math.max(margin, x - gap - size.width)
  const top = Math.max(margin, Math.min(y - 90, window.innerHeight - size.height - margin))
  return { top, left }
}

interface MarkDialogProps {
  readonly mapId: string
  /** Position of the monitor, in pixels of the plan. */
  readonly at: Point
  /** The same point in the window. */
  readonly beside: Point
  readonly marks: readonly MonitorMark[]
  /** Provider entered last, because monitors are added in series, mostly of one provider. */
  readonly lastProvider: string
  readonly onCancel: () => void
  /** Saves the monitor, and shows failures itself. */
  readonly onSave: (mark: MonitorMark) => Promise<unknown>
}

interface Answers {
  readonly provider: string
  readonly monitorId: string
}

const missing = (text: string): string | undefined =>
  text.trim() === '' ? translate('messages:fieldRequired') : undefined

/** Asks for a monitor's provider and id, beside its point. Both are required. */
export function MarkDialog(props: MarkDialogProps) {
  const { t } = useTranslation('monitors')
  const { mapId, at, beside, marks, lastProvider, onCancel, onSave } = props
  const names = useQuery(providerNamesQuery())
  const [answers, setAnswers] = useState<Answers>({ provider: lastProvider, monitorId: '' })
  const markOf = ({ provider, monitorId }: Answers) => createMark(mapId, at, provider, monitorId)
  const state = useAppForm<Answers>({
    initial: { provider: lastProvider, monitorId: '' },
    check: ({ provider, monitorId }) => ({ provider: missing(provider), monitorId: missing(monitorId) }),
    onSubmit: (values) => onSave(markOf(values)),
    failureAs: 'caller',
  })
  // During saving, the new monitor is already among the others.
  const known = !state.sending && marks.some(({ hierarchyId }) => hierarchyId === markOf(answers).hierarchyId)
  const phone = usePhone()
  const { top, left } = placeBeside(beside)
  const place = { style: { top, margin: `0 0 0 ${left}px` }, styles: { mask: { background: 'transparent' } } }
  return (
    <TouchSize>
      <FormDialog
        state={state}
        title={t('mark.title')}
        verb={t('mark.submit')}
        modal={{ width: size.width, ...(phone ? {} : place) }}
        onValues={setAnswers}
        onClose={onCancel}
      >
        <AppField
          name="provider"
          label={t('mark.provider')}
          required
          normalize={(text: string) => text.toLowerCase()}
        >
          <AutoComplete
            autoFocus={lastProvider === ''}
            options={(names.data ?? []).map((name) => ({ value: name }))}
            showSearch={{
              filterOption: (text, option) => String(option?.value).includes(text.toLowerCase()),
            }}
            maxLength={100}
          />
        </AppField>
        <AppField name="monitorId" label={t('mark.monitorId')} required>
          <Input autoFocus={lastProvider !== ''} autoComplete="off" maxLength={100} />
        </AppField>
        {known ? (
          <p className={styles.known} role="status">
            {t('mark.known')}
          </p>
        ) : null}
      </FormDialog>
    </TouchSize>
  )
}
