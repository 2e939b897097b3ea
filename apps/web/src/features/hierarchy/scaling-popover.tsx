import { Input, Popover } from 'antd'
import { Scaling } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import styles from './provider-cell.module.css'
import popover from './scaling-popover.module.css'

interface Axes {
  readonly x: number
  readonly y: number
}

interface ScalingPopoverProps {
  /** Name for screen readers: `centrak for Level 3`. */
  readonly about: string
  readonly scaling: Axes
  readonly disabled: boolean
  readonly onSave: (scaling: { x: number; y: number }) => void
}

/** Maximum that the server accepts. */
const largest = 1_000_000

const factorOf = (text: string): number | undefined => {
  const factor = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && factor > 0 && factor <= largest ? factor : undefined
}

/** Pixels of the plan per unit of the provider's positions, in each direction. */
export function ScalingPopover({ about, scaling, disabled, onSave }: ScalingPopoverProps) {
  const { t } = useTranslation('hierarchy')
  const [open, setOpen] = useState(false)
  const { x, y } = scaling
  const save = (next: { x: number; y: number }): void => {
    setOpen(false)
    if (next.x !== x || next.y !== y) onSave(next)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open && !disabled}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('scaling.title')}
      content={<ScalingForm scaling={scaling} onSave={save} />}
    >
      <button
        type="button"
        className={styles.quiet}
        aria-label={t('scaling.of', { about, x, y })}
        disabled={disabled}
      >
        <Scaling size={14} strokeWidth={2.1} aria-hidden />
        {x} × {y}
      </button>
    </Popover>
  )
}

function ScalingForm({ scaling, onSave }: Pick<ScalingPopoverProps, 'scaling' | 'onSave'>) {
  const { t } = useTranslation('hierarchy')
  const errorOf = (text: string): string | undefined =>
    factorOf(text) === undefined ? t('scaling.error') : undefined
  const state = useAppForm({
    initial: { x: String(scaling.x), y: String(scaling.y) },
    check: ({ x, y }) => ({ x: errorOf(x), y: errorOf(y) }),
    onSubmit: ({ x, y }) => onSave({ x: factorOf(x) ?? scaling.x, y: factorOf(y) ?? scaling.y }),
  })
  return (
    <AppForm state={state} className={popover.form} label={t('scaling.title')}>
      <p className={popover.help}>{t('scaling.help')}</p>
      <div className={popover.axes}>
        <AppField name="x" label={t('scaling.across')}>
          <Input inputMode="decimal" autoFocus />
        </AppField>
        <AppField name="y" label={t('scaling.down')}>
          <Input inputMode="decimal" />
        </AppField>
      </div>
      <SubmitButton block>{t('scaling.save')}</SubmitButton>
    </AppForm>
  )
}
