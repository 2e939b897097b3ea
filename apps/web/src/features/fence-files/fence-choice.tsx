import type { CheckedFeature } from '@wardtrack/contracts'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Insets } from '../../map-engine/index.ts'
import { FormDialog, useAppForm } from '../../ui/form/index.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import {
  draftPart,
  emptyDraft,
  errorsOf,
  type FenceDraft,
  FenceSettingsFields,
  mapFenceOf,
  settingsOf,
} from '../geofences/index.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  openPlanKey,
  useMapEngine,
  useOpenPlan,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './fence-import.module.css'
import { type FenceFile, previewFence } from './read-fence-file.ts'

interface FeatureRowsProps {
  readonly features: readonly CheckedFeature[]
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (index: number) => void
}

/** In CSS pixels: a name and two lines. */
const ROW_HEIGHT = 78

/** Features of a file, each with the resulting geofence, or with its errors and their positions. */
function FeatureRows({ features, chosen, onToggle }: FeatureRowsProps) {
  const { t } = useTranslation('fence-files')
  const rows = features.map((feature, index) => ({ feature, index }))
  return (
    <VirtualRows
      label={t('import.features')}
      rows={rows}
      rowHeight={ROW_HEIGHT}
      rowKey={({ index }) => String(index)}
      className={styles.rows}
      rowClassName={styles.row}
    >
      {({ feature, index }) => {
        const name = feature.name ?? t('import.unnamed', { number: index + 1 })
        return (
          <div role="cell" className={styles.cell}>
            <Checkbox
              aria-label={t('import.create', { name })}
              checked={chosen.has(index)}
              disabled={feature.errors.length > 0}
              onChange={() => onToggle(index)}
            />
            <div className={styles.names}>
              <b title={name}>{name}</b>
              <FeatureText feature={feature} />
            </div>
          </div>
        )
      }}
    </VirtualRows>
  )
}

function FeatureText({ feature: { errors, Coordinates } }: { readonly feature: CheckedFeature }) {
  const { t } = useTranslation('fence-files')
  if (errors.length > 0)
    return (
      <span className={styles.errors}>
        {errors.map(({ path, message }) => `${path}${path ? ': ' : ''}${serverText(message)}`).join(' ')}
      </span>
    )
  const shape = Coordinates?.shape ?? 'rectangle'
  return (
    <span>
      {shape === 'polygon'
        ? t('shape.polygon', { count: Coordinates?.points?.length ?? 0 })
        : t(`shape.${shape}`)}
    </span>
  )
}

interface FencePreviewProps {
  readonly mapId: string
  readonly features: readonly CheckedFeature[]
  readonly chosen: ReadonlySet<number>
}

const actions = {}
/** Insets with space for a geofence's name at the top. */
const room: Insets = { top: 32, right: 16, bottom: 16, left: 16 }

/** Plan with the geofences of a file; those not chosen are at half opacity. */
function FencePreview({ mapId, features, chosen }: FencePreviewProps) {
  const { t } = useTranslation('fence-files')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const { engine } = map
  useShownPlan(engine, plan)
  useEffect(() => engine?.setFit({ kind: 'contain' }, room), [engine])
  const opened = openPlanKey(engine, plan)
  useEffect(() => {
    const fences = features.flatMap((feature, index) => {
      const fence = previewFence(feature, index)
      return fence ? [{ ...mapFenceOf(fence), dimmed: !chosen.has(index) }] : []
    })
    // Opening a plan removes all geofences from the map.
    if (opened !== '') engine?.setFences(fences)
  }, [engine, opened, features, chosen])
  return (
    <div className={styles.plan}>
      <FloorCanvas map={map} label={t('import.plan')} announcement="">
        {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
        <div className={styles.zoom}>
          <ZoomControl engine={engine} form="touch" />
        </div>
      </FloorCanvas>
    </div>
  )
}

interface FenceChoiceProps {
  readonly mapId: string
  readonly file: FenceFile
  readonly fileName: string
  /** Called when others have used names meanwhile, so that the file must be checked again. */
  readonly onTaken: () => void
  readonly onClose: () => void
}

/** Valid name for checks, because the form does not ask for names. */
const NAMED = 'named by the file'
/** Prefix of errors in settings that the file does not contain. */
const SETTINGS = 'settings.'

/** Choice of the geofences to create from a file, their preview, and the settings that the file does not contain. */
export function FenceChoice({ mapId, file, fileName, onTaken, onClose }: FenceChoiceProps) {
  const { t } = useTranslation('fence-files')
  const phone = usePhone()
  const { content, features } = file
  const possible = features.flatMap(({ errors }, index) => (errors.length === 0 ? [index] : []))
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const chosen = new Set(possible.filter((index) => !excluded.has(index)))
  const isOpen = [...chosen].some((index) => features[index]?.hasSettings === false)
  const importing = useApiMutation({
    call: (values: FenceDraft) =>
      api.call('importGeofences', {
        body: {
          MapId: mapId,
          file: content,
          chosen: [...chosen],
          ...(isOpen ? { settings: settingsOf(values) } : {}),
        },
      }),
    success: ({ data }) => t('import.done', { count: data.length }),
    onSuccess: onClose,
    onFailure: (cause) => {
      if (cause instanceof CallError && cause.status < 500) onTaken()
    },
    invalidates: [[KEYS.geofences]],
  })
  const form = useAppForm<FenceDraft>({
    initial: { ...emptyDraft, name: NAMED },
    check: (values) => (isOpen ? errorsOf(values) : {}),
    fieldOf: (path) => (path.startsWith(SETTINGS) ? draftPart(path.slice(SETTINGS.length)) : undefined),
    failureAs: 'caller',
    onSubmit: (values) => importing.mutateAsync(values),
  })
  const toggle = (index: number): void => {
    const next = new Set(excluded)
    if (!next.delete(index)) next.add(index)
    setExcluded(next)
  }
  return (
    <FormDialog
      state={form}
      title={t('import.title', { file: fileName })}
      verb={t('import.verb', { count: chosen.size })}
      disabled={chosen.size === 0}
      onClose={onClose}
      modal={{ width: phone ? '100%' : 760 }}
    >
      <div className={styles.content}>
        <FencePreview mapId={mapId} features={features} chosen={chosen} />
        <div className={styles.head}>
          <Checkbox
            checked={chosen.size > 0 && chosen.size === possible.length}
            indeterminate={chosen.size > 0 && chosen.size < possible.length}
            disabled={possible.length === 0}
            onChange={({ target }) => setExcluded(new Set(target.checked ? [] : possible))}
          >
            {t('import.all')}
          </Checkbox>
          <span role="status">{t('import.found', { possible: possible.length, all: features.length })}</span>
        </div>
        <FeatureRows features={features} chosen={chosen} onToggle={toggle} />
        {isOpen ? (
          <section className={styles.settings}>
            <h3>{t('import.settings')}</h3>
            <p>{t('import.settingsWhy')}</p>
            <FenceSettingsFields />
          </section>
        ) : null}
      </div>
    </FormDialog>
  )
}
