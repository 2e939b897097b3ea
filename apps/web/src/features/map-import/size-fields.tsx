import type { MapInfo } from '@wardtrack/contracts'
import { Alert, Checkbox, Input } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Size } from '../../map-engine/index.ts'
import { AppField } from '../../ui/form/index.ts'
import styles from './map-import.module.css'
import {
  assumedPixelsPerMetre,
  distortion,
  edgeMetresOf,
  formatSide,
  metresOf,
  type SizeTexts,
  sizeInputOf,
  sizesFromInput,
} from './real-size.ts'

interface SizeFieldsProps {
  readonly texts: SizeTexts
  readonly image: Size | undefined
  /** Current map, whose sizes stay if none are given. */
  readonly present: MapInfo | undefined
  readonly disabled: boolean
  readonly onChange: (texts: SizeTexts) => void
}

/** Maximum difference of a metre across and down; beyond it a typing error is more likely than a distorted plan. */
const maxScaleDifference = 0.02

/** Returns the errors of the sides: each must be a length, and both are given or none. */
export function sizeErrors({ x, y }: SizeTexts): {
  readonly x: string | undefined
  readonly y: string | undefined
} {
  const isWithoutSizes = sizeInputOf(x) === 'empty' && sizeInputOf(y) === 'empty'
  const errorOf = (text: string): string | undefined => {
    const input = sizeInputOf(text)
    if (input === 'invalid') return translate('map-import:size.rule')
    return input === 'empty' && !isWithoutSizes ? translate('map-import:size.missing') : undefined
  }
  return { x: errorOf(x), y: errorOf(y) }
}

/** Returns the error of the tolerance at the edge. */
export const edgeError = (text: string): string | undefined =>
  edgeMetresOf(text) === undefined ? translate('messages:toleranceRule') : undefined

/** Field for the tolerance at the edge of the map. */
export function EdgeField({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation('map-import')
  return (
    <AppField name="edge" label={t('edge.label')} help={t('edge.help')}>
      <Input inputMode="decimal" suffix="m" disabled={disabled} />
    </AppField>
  )
}

/** Fields for the real size of the plan; both sides, or none. */
export function SizeFields({ texts, image, present, disabled, onChange }: SizeFieldsProps) {
  const { t } = useTranslation('map-import')
  const metres = { x: metresOf(texts.x), y: metresOf(texts.y) }
  const isWithoutSizes = sizeInputOf(texts.x) === 'empty' && sizeInputOf(texts.y) === 'empty'
  const distortionRatio = image && metres.x && metres.y ? distortion(metres.x, metres.y, image) : 0
  return (
    <>
      <div className={styles.sides}>
        {(['x', 'y'] as const).map((side) => (
          <AppField key={side} name={side} label={side === 'x' ? t('size.width') : t('size.height')}>
            <Input inputMode="decimal" suffix="m" disabled={disabled} />
          </AppField>
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
      {distortionRatio > maxScaleDifference ? (
        <Alert
          className={styles.note ?? ''}
          type="warning"
          showIcon
          title={t('size.distorted', { percent: Math.round(distortionRatio * 100) })}
        />
      ) : null}
    </>
  )
}

/** Explains empty sizes: the known ones stay, else they are assumed from the pixels. */
function withoutSizesText(
  t: TFunction<'map-import'>,
  present: MapInfo | undefined,
  image: Size | undefined,
): string {
  if (present && !present.dimensionsAssumed)
    return t('size.kept', {
      width: formatSide(present.xDimension),
      height: formatSide(present.yDimension),
    })
  if (!image) return t('size.assumed', { pixels: assumedPixelsPerMetre })
  return t('size.assumedAs', {
    pixels: assumedPixelsPerMetre,
    width: formatSide(image.width / assumedPixelsPerMetre),
    height: formatSide(image.height / assumedPixelsPerMetre),
  })
}
