import type { MapInfo } from '@wardtrack/contracts'
import { Alert, Checkbox, Input } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Size } from '../../map-engine/index.ts'
import { Field } from '../../ui/field.tsx'
import styles from './map-import.module.css'
import {
  assumedPixelsPerMetre,
  distortion,
  metresOf,
  metresText,
  type SizeTexts,
  sizeInputOf,
  sizesFromInput,
} from './real-size.ts'

interface SizeFieldsProps {
  readonly texts: SizeTexts
  readonly image: Size | undefined
  /** The map so far: its sizes stay where none are given. */
  readonly present: MapInfo | undefined
  readonly submitted: boolean
  readonly disabled: boolean
  readonly onChange: (texts: SizeTexts) => void
}

/** A plan whose metres differ by more than this across and down is more likely mistyped than distorted. */
const maxScaleDifference = 0.02

/** How large the plan is in reality; both sides, or none. */
export function SizeFields({ texts, image, present, submitted, disabled, onChange }: SizeFieldsProps) {
  const { t } = useTranslation('map-import')
  const metres = { x: metresOf(texts.x), y: metresOf(texts.y) }
  const isWithoutSizes = sizeInputOf(texts.x) === 'empty' && sizeInputOf(texts.y) === 'empty'
  const off = image && metres.x && metres.y ? distortion(metres.x, metres.y, image) : 0
  const errorOf = (side: 'x' | 'y'): string | undefined => {
    if (sizeInputOf(texts[side]) === 'invalid') return t('size.rule')
    const isMissing = sizeInputOf(texts[side]) === 'empty' && !isWithoutSizes
    return submitted && isMissing ? t('size.missing') : undefined
  }
  return (
    <>
      <div className={styles.sides}>
        {(['x', 'y'] as const).map((side) => (
          <Field key={side} label={side === 'x' ? t('size.width') : t('size.height')} error={errorOf(side)}>
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
      {isWithoutSizes ? (
        <Alert
          className={styles.note ?? ''}
          type="info"
          showIcon
          title={withoutSizesText(t, present, image)}
        />
      ) : null}
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

/** What a map without given sizes means: its known ones stay, else they are assumed from the pixels. */
function withoutSizesText(
  t: TFunction<'map-import'>,
  present: MapInfo | undefined,
  image: Size | undefined,
): string {
  if (present && !present.dimensionsAssumed)
    return t('size.kept', {
      width: metresText(present.xDimension),
      height: metresText(present.yDimension),
    })
  if (!image) return t('size.assumed', { pixels: assumedPixelsPerMetre })
  return t('size.assumedAs', {
    pixels: assumedPixelsPerMetre,
    width: metresText(image.width / assumedPixelsPerMetre),
    height: metresText(image.height / assumedPixelsPerMetre),
  })
}
