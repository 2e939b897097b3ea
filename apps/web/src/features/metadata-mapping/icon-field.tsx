import { useTranslation } from 'react-i18next'
import type { EntryPlace } from './entry-draft.ts'
import { PictureField } from './picture-field.tsx'

interface IconFieldProps {
  readonly place: EntryPlace
  readonly icon: string | undefined
}

/** Icon of an entry. */
export function IconField({ place: { type, name }, icon }: IconFieldProps) {
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
