import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import type { Point } from '../../map-engine/index.ts'
import { CornerFields } from './corner-fields.tsx'
import { circleAround, type FenceShape, movedTo, resizedTo } from './drawing/fence-shape.ts'
import type { FencePlan, ShapeFault } from './drawing/shape-fault.ts'
import { NumberField } from './number-field.tsx'
import styles from './shape-fields.module.css'
import { areaText, shapeSizeText } from './shape-texts.ts'

export { AssetsInside } from './assets-inside.tsx'

interface ShapeFieldsProps {
  readonly shape: FenceShape
  readonly plan: FencePlan
  readonly fault: ShapeFault | undefined
  readonly onChange: (shape: FenceShape) => void
}

type Axis = 'x' | 'y'

const lengthText = (pixels: number, metres: Point | undefined, axis: Axis): string | undefined =>
  metres && formatMetres(pixels * metres[axis])

/** Shape as numbers, in pixels of the plan and in metres if known, with its error. */
export function ShapeFields({ shape, plan, fault, onChange }: ShapeFieldsProps) {
  const { t } = useTranslation('geofence-editor')
  const metres = plan.metresPerPixel
  return (
    <fieldset className={styles.group}>
      <legend>{t(`mode.${shape.kind}`)}</legend>
      <p className={styles.size}>
        {t(`size.${shape.kind}`, { size: shapeSizeText(shape, metres), area: areaText(shape, metres) })}
      </p>
      {shape.kind === 'rectangle' ? <RectangleFields {...{ shape, plan, onChange }} /> : null}
      {shape.kind === 'circle' ? <CircleFields {...{ shape, plan, onChange }} /> : null}
      {shape.kind === 'polygon' ? (
        <CornerFields points={shape.points} {...{ plan, onChange }} badCorner={fault?.corner} />
      ) : null}
      {fault ? (
        <Alert
          className={styles.fault ?? ''}
          type="error"
          showIcon
          role="alert"
          title={serverText(fault.message)}
        />
      ) : null}
    </fieldset>
  )
}

interface FieldsProps<Kind extends FenceShape['kind']> {
  readonly shape: Extract<FenceShape, { kind: Kind }>
  readonly plan: FencePlan
  readonly onChange: (shape: FenceShape) => void
}

function RectangleFields({ shape, plan, onChange }: FieldsProps<'rectangle'>) {
  const { t } = useTranslation('geofence-editor')
  const { rect } = shape
  const metres = plan.metresPerPixel
  const field = (part: keyof typeof rect, axis: Axis, change: (value: number) => FenceShape) => (
    <NumberField
      label={t(`number.${part}`)}
      value={rect[part]}
      metres={lengthText(rect[part], metres, axis)}
      onCommit={(value) => onChange(change(value))}
    />
  )
  return (
    <div className={styles.fields}>
      {field('x', 'x', (x) => movedTo(shape, { x, y: rect.y }, plan.size))}
      {field('y', 'y', (y) => movedTo(shape, { x: rect.x, y }, plan.size))}
      {field('width', 'x', (width) => resizedTo(shape, { width, height: rect.height }, plan.size))}
      {field('height', 'y', (height) => resizedTo(shape, { width: rect.width, height }, plan.size))}
    </div>
  )
}

function CircleFields({ shape, plan, onChange }: FieldsProps<'circle'>) {
  const { t } = useTranslation('geofence-editor')
  const { centre, radius } = shape
  const metres = plan.metresPerPixel
  const change = (at: Point, length: number): void => {
    const next = circleAround(at, length, plan.size)
    if (next) onChange(next)
  }
  return (
    <div className={styles.fields}>
      <NumberField
        label={t('number.centreX')}
        value={centre.x}
        metres={lengthText(centre.x, metres, 'x')}
        onCommit={(x) => change({ x, y: centre.y }, radius)}
      />
      <NumberField
        label={t('number.centreY')}
        value={centre.y}
        metres={lengthText(centre.y, metres, 'y')}
        onCommit={(y) => change({ x: centre.x, y }, radius)}
      />
      <NumberField
        label={t('number.radius')}
        value={radius}
        metres={metres && formatMetres(radius * Math.sqrt(metres.x * metres.y))}
        onCommit={(length) => change(centre, length)}
      />
    </div>
  )
}
