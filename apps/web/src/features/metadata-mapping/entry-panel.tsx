import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localAlias } from '../../lib/metadata.ts'
import type { EntryPlace } from './entry-draft.ts'
import { EntryForm } from './entry-form.tsx'
import styles from './metadata-mapping.module.css'
import { PictureField } from './picture-field.tsx'
import { RemovePart } from './remove-part.tsx'

interface IconFieldProps {
  readonly place: EntryPlace
  readonly icon: string | undefined
}

/** Icon of an entry. */
function IconField({ place: { type, name }, icon }: IconFieldProps) {
  const { t } = useTranslation('metadata-mapping')
  return (
    <PictureField
      label={t('picture.icon')}
      stored={icon}
      uploadKey={`${type}#${name}#icon`}
      removal={{ flag: 'icon', type, parent: name }}
    />
  )
}

interface EntryPanelProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly name: string
  readonly entry: MetaEntry
  readonly onDirty: (dirty: boolean) => void
}

/**
 * Form and icon of one entry. Changes of other users appear immediately while the form is unchanged. Otherwise the
 * form keeps its values, and asks on saving.
 */
export function EntryPanel({ mapping, type, name, entry, onDirty }: EntryPanelProps) {
  const present = { entry, revision: mapping._revision ?? '' }
  const [draftBase, setDraftBase] = useState<typeof present>()
  const { entry: edited, revision } = draftBase ?? present
  const note = (dirty: boolean): void => {
    setDraftBase((before) => (dirty ? (before ?? present) : undefined))
    onDirty(dirty)
  }
  return (
    <div className={styles.panel}>
      <EntryForm
        key={`${type}/${name}/${JSON.stringify(edited)}`}
        place={{ type, name }}
        entry={edited}
        revision={revision}
        onDirty={note}
      />
      <IconField place={{ type, name }} icon={entry.icon} />
      <div>
        <RemovePart
          mapping={mapping}
          type={type}
          name={name}
          label={localAlias(entry.Alias) || name}
          onRemoved={() => onDirty(false)}
        />
      </div>
    </div>
  )
}
