import { Select } from 'antd'
import { ChevronDown, X } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { nameOf, type PlaceRow, type ProviderPlaces, separator } from './place-rows.ts'
import styles from './provider-cell.module.css'
import { ScalingPopover } from './scaling-popover.tsx'
import { changeOf, type MappingChange } from './use-mapping-change.tsx'

interface ProviderCellProps {
  readonly row: PlaceRow
  readonly provider: string
  readonly offered: ProviderPlaces
  readonly onChange: (change: MappingChange) => void
}

/**
 * One provider's place for an internal place. The dropdown is created when opened, because a list of thousands of
 * places would otherwise have thousands. Memoised, because scrolling passes the same rows again.
 */
export const ProviderCell = memo(function ProviderCell(props: ProviderCellProps) {
  const { t } = useTranslation('hierarchy')
  const { row, provider, offered, onChange } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  const offline = useOfflineReason()
  const { place, name } = row
  const mapping = place.mappings[provider]
  const chosen = mapping ? offered.nameOf(provider, mapping.hierarchyId) : undefined
  useEffect(() => {
    // The dropdown disappears with the focus, so its button gets the focus back.
    if (opened.current && !open && document.activeElement === document.body) button.current?.focus()
    opened.current = open
  }, [open])
  const label = t('providerPlace.label', { provider, name })
  const choose = (hierarchyId: string): void => {
    setOpen(false)
    if (hierarchyId !== mapping?.hierarchyId)
      onChange(changeOf(place, provider, { hierarchyId, scaling: mapping?.scaling ?? { x: 1, y: 1 } }))
  }
  if (open)
    return (
      <div className={styles.cell}>
        <Choices {...{ row, provider, offered, label }} onChoose={choose} onClose={() => setOpen(false)} />
      </div>
    )
  return (
    <div className={styles.cell}>
      <button
        ref={button}
        type="button"
        className={styles.choice}
        aria-haspopup="listbox"
        aria-label={`${label}: ${chosen ? lastLevelFirst(chosen).join(' ') : t('providerPlace.choose')}`}
        title={offline ?? chosen}
        disabled={offline !== undefined}
        onClick={() => setOpen(true)}
        onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setOpen(true)}
      >
        {chosen ? (
          <PathEnd path={chosen} />
        ) : (
          <span className={styles.none}>{t('providerPlace.choose')}</span>
        )}
        <ChevronDown size={14} strokeWidth={2.1} aria-hidden />
      </button>
      {mapping ? (
        <p className={styles.under}>
          <ScalingPopover
            about={t('providerPlace.about', { provider, name })}
            scaling={mapping.scaling}
            disabled={offline !== undefined}
            onSave={(scaling) => onChange(changeOf(place, provider, { ...mapping, scaling }))}
          />
          <button
            type="button"
            className={styles.quiet}
            aria-label={t('providerPlace.clearOf', { provider, name })}
            disabled={offline !== undefined}
            onClick={() =>
              onChange({
                ...changeOf(place, provider, undefined),
                undoable: t('providerPlace.cleared', { name, provider }),
              })
            }
          >
            <X size={14} strokeWidth={2.1} aria-hidden />
            {t('providerPlace.clear')}
          </button>
        </p>
      ) : null}
    </div>
  )
})

/** Splits off the innermost name, which comes first: in a narrow cell the end of a path distinguishes places. */
function lastLevelFirst(path: string): [string, string] {
  const levels = path.split(separator)
  return [levels.at(-1) ?? '', levels.slice(0, -1).join(separator)]
}

function PathEnd({ path }: { readonly path: string }) {
  const [end, rest] = lastLevelFirst(path)
  return (
    <span>
      {end} <small>{rest}</small>
    </span>
  )
}

interface ChoicesProps extends Omit<ProviderCellProps, 'onChange'> {
  readonly label: string
  readonly onChoose: (hierarchyId: string) => void
  readonly onClose: () => void
}

function Choices({ row, provider, offered, label, onChoose, onClose }: ChoicesProps) {
  const { t } = useTranslation('hierarchy')
  const options = offered.placesOf(provider).map(({ hierarchyId, fullName }) => {
    const user = offered.usedBy(provider, hierarchyId, row.place)
    const path = nameOf(fullName)
    return {
      value: hierarchyId,
      label: path,
      disabled: user !== undefined,
      user: user && nameOf(user.fullName),
    }
  })
  return (
    <Select
      className={styles.select ?? ''}
      aria-label={label}
      autoFocus
      open
      value={row.place.mappings[provider]?.hierarchyId ?? null}
      placeholder={t('providerPlace.choose')}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={380}
      listItemHeight={44}
      optionRender={({ label: path, data }) => (
        <span className={styles.option}>
          <span>{path}</span>
          {data.user ? (
            <span className={styles.used}>{t('providerPlace.usedBy', { place: data.user })}</span>
          ) : null}
        </span>
      )}
      notFoundContent={<p className={styles.used}>{t('providerPlace.noMatch', { provider })}</p>}
      onChange={onChoose}
      onOpenChange={(next) => next || onClose()}
      onBlur={onClose}
    />
  )
}
