import type { ReactNode } from 'react'
import { concerns, passwordLevels } from '#domain/vault/figures.ts'
import { passwordListTexts } from '#texts/office/dashboard.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import styles from './PasswordFilters.module.css'
import type { PasswordPlace } from './place.ts'
import type { PasswordList } from './queries.ts'

const texts = passwordListTexts.filters

/** The value of a select without a filter. */
const any = 'any'

export type PasswordFiltersProps = {
  place: PasswordPlace
  /** The chests with matching passwords, whichever chest is chosen. */
  chests: PasswordList['chests']
  onChange: (place: PasswordPlace) => void
}

/** The filters of the list of passwords. */
export function PasswordFilters({ place, chests, onChange }: PasswordFiltersProps): ReactNode {
  const { concern, level, changeable, chestId, offset: _offset, ...kept } = place
  const change = (next: Loose) => {
    const all = { ...kept, concern, level, changeable, chestId, ...next }
    onChange(
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as PasswordPlace,
    )
  }
  return (
    <div className={styles.filters}>
      <div className={styles.wide}>
        <Select
          label={texts.chest}
          choices={[
            { id: 0, label: texts.anyChest },
            ...chests.map(({ id, name, nb }) => ({ id, label: texts.chestCount(name, nb) })),
          ]}
          value={chestId ?? 0}
          placeholder={texts.emptyChest}
          onChange={(id) => change({ chestId: id === 0 ? undefined : id })}
        />
      </div>
      <div className={styles.field}>
        <Select<string>
          label={texts.concern}
          choices={[
            { id: any, label: texts.anyConcern },
            ...concerns.map((id) => ({ id, label: texts.concerns[id] })),
          ]}
          value={concern ?? any}
          onChange={(chosen) => change({ concern: concerns.find((one) => one === chosen) })}
        />
      </div>
      <div className={styles.field}>
        <Select<string>
          label={texts.level}
          choices={[
            { id: any, label: texts.anyLevel },
            ...passwordLevels.map((one) => ({ id: String(one), label: strengthTexts[one] })),
          ]}
          value={level === undefined ? any : String(level)}
          onChange={(chosen) => change({ level: passwordLevels.find((one) => String(one) === chosen) })}
        />
      </div>
      <div className={styles.box}>
        <Checkbox
          label={texts.changeable}
          isSelected={changeable === true}
          onChange={(isOnly) => change({ changeable: isOnly ? true : undefined })}
        />
      </div>
    </div>
  )
}

type Loose = { [Name in keyof PasswordPlace]?: PasswordPlace[Name] | undefined }
