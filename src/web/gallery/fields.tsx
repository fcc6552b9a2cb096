import { useState, type ReactNode } from 'react'
import { User } from 'lucide-react'
import { galleryTexts as texts } from '#texts/gallery.ts'
import { Checkbox, Switch } from '#web/platform/ui/Checkbox.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { FileDrop } from '#web/platform/ui/FileDrop.tsx'
import { LevelMeter, type Level } from '#web/platform/ui/LevelMeter.tsx'
import { OtpRing } from '#web/platform/ui/OtpRing.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { SecretMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { Slider } from '#web/platform/ui/Slider.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import styles from './gallery.module.css'

const sampleSecret = 'v8#Kq2!mZr-T7pLx$0OIl'

export function Fields(): ReactNode {
  const [name, setName] = useState('')
  const [login, setLogin] = useState('svc-annuaire')
  const [password, setPassword] = useState(sampleSecret)
  const [description, setDescription] = useState('')
  const [search, setSearch] = useState('')
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className={styles.grid}>
      <TextField label={texts.name} value={name} onChange={setName} isRequired description={texts.nameHint} />
      <TextField label={texts.name} value={login} onChange={setLogin} error={texts.nameError} />
      <TextField label={texts.login} value={login} onChange={setLogin} icon={<User />} isValid />
      <TextField label={texts.address} value={login} onChange={setLogin} isDisabled />
      <PasswordField label={texts.password} value={password} onChange={setPassword} />
      <SearchField
        label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={setSearch}
        shortcut="/"
      />
      <TextArea label={texts.description} value={description} onChange={setDescription} />
      <FileDrop
        label={texts.file}
        endings={['.xml']}
        maximumBytes={1_572_864}
        file={file}
        onChange={setFile}
      />
    </div>
  )
}

export function Choices(): ReactNode {
  const [category, setCategory] = useState<number | null>(null)
  const [isOn, setOn] = useState(true)
  const [length, setLength] = useState(20)
  return (
    <div className={styles.grid}>
      <Select
        label={texts.category}
        choices={texts.categories.map((label, id) => ({ id, label }))}
        value={category}
        onChange={setCategory}
      />
      <Select
        label={texts.category}
        choices={[{ id: 1, label: texts.disabled }]}
        value={1}
        onChange={setCategory}
        isDisabled
      />
      <Slider
        label={texts.length}
        value={length}
        onChange={setLength}
        minimum={8}
        maximum={128}
        format={texts.characters}
      />
      <div className={styles.stack}>
        <Checkbox label={texts.remember} isSelected={isOn} onChange={setOn} />
        <Checkbox
          label={texts.specials}
          description={texts.specialsHint}
          isSelected={!isOn}
          onChange={(on) => setOn(!on)}
        />
        <Checkbox label={texts.all} isSelected={false} isIndeterminate onChange={setOn} />
        <Checkbox label={texts.disabled} isSelected isDisabled onChange={setOn} />
      </div>
      <div className={styles.stack}>
        <Switch label={texts.specials} description={texts.specialsHint} isSelected={isOn} onChange={setOn} />
        <Switch label={texts.remember} isSelected={!isOn} onChange={(on) => setOn(!on)} />
        <Switch label={texts.disabled} isSelected={false} isDisabled onChange={setOn} />
      </div>
    </div>
  )
}

export function Secrets(): ReactNode {
  return (
    <div className={styles.grid}>
      <div className={styles.stack}>
        <div>
          <SecretText value={sampleSecret} />
          <CopyButton label={texts.copyPassword} source={sampleSecret} size="small" />
        </div>
        <SecretText value="482913" groupBy={3} size="large" />
        <SecretMask />
        <div className={styles.line}>
          <OtpRing secondsLeft={24} period={30} tone="success" />
          <OtpRing secondsLeft={12} period={30} tone="attention" />
          <OtpRing secondsLeft={4} period={30} tone="danger" size="small" />
        </div>
      </div>
      <div className={styles.stack}>
        {texts.strength.map((word, level) => (
          <LevelMeter key={word} scale="strength" level={level as Level} word={word} />
        ))}
      </div>
      <div className={styles.stack}>
        {texts.hazard.map((word, level) => (
          <LevelMeter key={word} scale="hazard" level={level as Level} word={word} look="inline" />
        ))}
        <LevelMeter
          scale="strength"
          level={4}
          word={texts.strength[4]}
          onPress={() => undefined}
          pressLabel={texts.strengthDetail}
        />
      </div>
    </div>
  )
}
