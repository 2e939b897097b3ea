import { Button, Input } from 'antd'
import { Ruler as RulerIcon, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from '../../map-engine/index.ts'
import { Field } from '../../ui/field.tsx'
import styles from './map-import.module.css'
import { metresOf, type SizeTexts, sizesFromRuler } from './real-size.ts'
import { lengthOf, type RulerTool } from './ruler/ruler-tool.ts'

interface RulerFieldProps {
  readonly ruler: RulerTool
  readonly image: Size
  readonly texts: SizeTexts
  readonly measuring: boolean
  readonly disabled: boolean
  readonly onMeasuring: (measuring: boolean) => void
  readonly onChange: (texts: SizeTexts) => void
}

/** Returns the measured line on the plan. */
const useLine = (ruler: RulerTool) => useSyncExternalStore(ruler.subscribe, () => ruler.line)

/** Derives the plan's size from a line of known length: a corridor, a bed bay, a scale bar. */
export function RulerField(props: RulerFieldProps) {
  const { t } = useTranslation('map-import')
  const { ruler, image, texts, measuring, disabled, onMeasuring, onChange } = props
  const line = useLine(ruler)
  const [length, setLength] = useState('')
  const pixels = line && lengthOf(line)
  const metres = metresOf(length)
  useEffect(() => {
    ruler.setLabel((px) => (metres === undefined ? `${Math.round(px)} px` : `${length.trim()} m`))
  }, [ruler, metres, length])
  const changeLength = (text: string): void => {
    setLength(text)
    const known = metresOf(text)
    if (pixels !== undefined && known !== undefined) onChange(sizesFromRuler(texts, pixels, known, image))
  }
  const applyRulerLength = useEffectEvent(() => {
    if (pixels !== undefined && metres !== undefined) onChange(sizesFromRuler(texts, pixels, metres, image))
  })
  // If the line gets another length in pixels, its entered length still applies.
  useEffect(() => applyRulerLength(), [pixels])
  if (!measuring)
    return (
      <Button
        disabled={disabled}
        onClick={() => onMeasuring(true)}
        icon={<RulerIcon size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t('ruler.measure')}
      </Button>
    )
  return (
    <div className={styles.ruler}>
      <p className={styles.help}>{line ? t('ruler.sayLength') : t('ruler.dragLine')}</p>
      <Field
        label={t('ruler.length')}
        error={length.trim() !== '' && metres === undefined ? t('size.rule') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            suffix="m"
            disabled={disabled || !line}
            value={length}
            onChange={({ target }) => changeLength(target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button
          disabled={disabled || !line}
          onClick={() => ruler.clear()}
          icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        >
          {t('ruler.clear')}
        </Button>
        <Button onClick={() => onMeasuring(false)}>{t('ruler.done')}</Button>
      </div>
    </div>
  )
}
