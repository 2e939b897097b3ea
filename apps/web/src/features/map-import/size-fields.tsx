import { Alert, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Size } from '../../map-engine/index.ts'
import { Field } from '../../ui/field.tsx'
import styles from './map-import.module.css'
import { distortion, metresOf, type SizeTexts, sizesFromInput } from './real-size.ts'

interface SizeFieldsProps {
  readonly texts: SizeTexts
  readonly image: Size | undefined
  readonly submitted: boolean
  readonly disabled: boolean
  readonly onChange: (texts: SizeTexts) => void
}

/** A plan whose metres differ by more than this across and down is more likely mistyped than distorted. */
const maxScaleDifference = 0.02

/** How large the plan is in reality. */
export function SizeFields({ texts, image, submitted, disabled, onChange }: SizeFieldsProps) {
  const { t } = useTranslation('map-import')
  const metres = { x: metresOf(texts.x), y: metresOf(texts.y) }
  const off = image && metres.x && metres.y ? distortion(metres.x, metres.y, image) : 0
  const errorOf = (side: 'x' | 'y'): string | undefined => {
    if (metres[side] !== undefined || (!submitted && texts[side].trim() === '')) return undefined
    return texts[side].trim() === '' ? t('size.missing') : t('size.rule')
  }
  return (
    <>
      <div className={styles.sides}>
        {(['x', 'y'] as const).map((side) => (
          <Field
            key={side}
            label={side === 'x' ? t('size.width') : t('size.height')}
            required
            error={errorOf(side)}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                suffix="m"
                disabled={disabled}
                value={texts[side]}
                onChange={({ target }) => onChange(sizesFromInput(texts, side, target.value, image))}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox
        checked={texts.square}
        disabled={disabled}
        onChange={({ target }) =>
          onChange(sizesFromInput({ ...texts, square: target.checked }, 'x', texts.x, image))
        }
      >
        {t('size.square')}
      </Checkbox>
      {off > maxScaleDifference ? (
        <Alert
          className={styles.note ?? ''}
          type="warning"
          showIcon
          title={t('size.distorted', { percent: Math.round(off * 100) })}
        />
      ) : null}
    </>
  )
}
