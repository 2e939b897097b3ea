import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import type { Point } from '../../map-engine/index.ts'
import { circleAround, type FenceShape, movedTo, resizedTo } from './drawing/fence-shape.ts'
import { moveCorner } from './drawing/polygon-shape.ts'
import { onPlan } from './drawing/rectangle-shape.ts'
import type { FencePlan, ShapeFault } from './drawing/shape-fault.ts'
import styles from './shape-fields.module.css'
import { areaText, shapeSizeText } from './shape-texts.ts'

interface NumberFieldProps {
  readonly label: string
  /** In pixels of the plan. */
  readonly value: number
  /** Value in metres as text; undefined if the scale is unknown. */
  readonly metres: string | undefined
  /** Called when the user has entered another number, and left the field or pressed Enter. */
  readonly onCommit: (value: number) => void
}

/**
 * Input for a number in pixels of the plan. It takes effect when complete, because a partial number would move the
 * shape across the plan.
 */
function NumberField({ label, value, metres, onCommit }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | undefined>()
  const commit = (): void => {
    const entered = typed === undefined ? undefined : parseNumber(typed)
    setTyped(undefined)
    if (entered !== undefined && entered !== value) onCommit(entered)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        inputMode="decimal"
        value={typed ?? String(Math.round(value * 1_000) / 1_000)}
        suffix="px"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onPressEnter={(event) => {
          // Enter ends the input and does not submit the form.
          event.preventDefault()
          commit()
        }}
      />
      {metres === undefined ? null : <small>{metres}</small>}
    </div>
  )
}

/** Parses a typed number with a comma or a point; undefined if invalid. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}

interface CornerFieldsProps {
  readonly points: readonly Point[]
  readonly plan: FencePlan
  /** First corner that the server would refuse. */
  readonly badCorner: number | undefined
  readonly onChange: (shape: FenceShape) => void
}

/** Returns the key of a corner, which is only known by its index. */
const cornerKey = (index: number): string => `corner ${index}`

/** Corners of a polygon as numbers, shown on request because there may be two hundred. */
function CornerFields({ points, plan, badCorner, onChange }: CornerFieldsProps) {
  const { t } = useTranslation('geofence-editor')
  const [isOpen, setOpen] = useState(false)
  const metres = plan.metresPerPixel
  const change = (index: number, to: Point): void =>
    onChange({ kind: 'polygon', points: moveCorner(points, index, onPlan(to, plan.size)) })
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'number.hide' : 'number.show', { count: points.length })}
      </Button>
      {badCorner === undefined ? null : (
        <p className={styles.size}>{t('number.bad', { number: badCorner + 1 })}</p>
      )}
      {isOpen ? (
        <ol className={styles.corners}>
          {points.map(({ x, y }, index) => (
            <li key={cornerKey(index)} className={styles.fields}>
              <NumberField
                label={t('number.cornerX', { number: index + 1 })}
                value={x}
                metres={metres && formatMetres(x * metres.x)}
                onCommit={(value) => change(index, { x: value, y })}
              />
              <NumberField
                label={t('number.cornerY', { number: index + 1 })}
                value={y}
                metres={metres && formatMetres(y * metres.y)}
                onCommit={(value) => change(index, { x, y: value })}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

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
