import { REPORT_ICONS } from '@wardtrack/contracts/custom-report-choices'
import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { reportIcon } from '../../ui/report-icons.ts'

interface IconChoiceProps {
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Choice of the report's icon in the menu. */
export function IconChoice({ value, onChange }: IconChoiceProps) {
  const { t } = useTranslation('custom-reports')
  return (
    <RadioGroup<string>
      value={value}
      options={REPORT_ICONS.map((name) => {
        const Icon = reportIcon(name)
        const text = t(`icon.${name}`)
        return {
          value: name,
          label: (
            <span title={text}>
              <Icon size={18} strokeWidth={1.8} role="img" aria-label={text} />
            </span>
          ),
        }
      })}
      {...(onChange ? { onChange } : {})}
    />
  )
}
