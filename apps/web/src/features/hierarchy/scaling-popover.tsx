import { Button, Input, Popover } from 'antd'
import { Scaling } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'
import styles from './provider-cell.module.css'
import popover from './scaling-popover.module.css'

interface Axes {
  readonly x: number
  readonly y: number
}

interface ScalingPopoverProps {
  /** Whose scaling it is, for who hears it: `centrak for Level 3`. */
  readonly about: string
  readonly scaling: Axes
  readonly disabled: boolean
  readonly onSave: (scaling: { x: number; y: number }) => void
}

/** As the server takes it. */
const largest = 1_000_000

const factorOf = (text: string): number | undefined => {
  const factor = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && factor > 0 && factor <= largest ? factor : undefined
}

/** Pixels of the plan that make one unit of the provider's positions, each way. */
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
  const [texts, setTexts] = useState({ x: String(scaling.x), y: String(scaling.y) })
  const [tried, setTried] = useState(false)
  const factors = { x: factorOf(texts.x), y: factorOf(texts.y) }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (factors.x !== undefined && factors.y !== undefined) onSave({ x: factors.x, y: factors.y })
  }
  return (
    <form className={popover.form} onSubmit={submit} noValidate>
      <p className={popover.help}>{t('scaling.help')}</p>
      <div className={popover.axes}>
        {(['x', 'y'] as const).map((axis) => (
          <Field
            key={axis}
            label={axis === 'x' ? t('scaling.across') : t('scaling.down')}
            error={tried && factors[axis] === undefined ? t('scaling.error') : undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoFocus={axis === 'x'}
                value={texts[axis]}
                onChange={({ target }) => setTexts({ ...texts, [axis]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Button type="primary" htmlType="submit" block>
        {t('scaling.save')}
      </Button>
    </form>
  )
}
