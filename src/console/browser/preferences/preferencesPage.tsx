// What somebody sets for this browser.

import { SegmentedControl, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useIsPhone } from '../look/useIsPhone.ts'
import { consoleLocales } from '../words/consoleLocales.ts'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import { usePreferences } from './preferences.tsx'

export function PreferencesPage() {
  const [say, name] = [useWords(shellWords), useWords(pageNames)]
  const { preferences, change } = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isPhone = useIsPhone()
  return (
    <Page title={name('preferences')}>
      <Sheet maw={560}>
        <Stack gap="lg">
          <Select
            label={say('language')}
            data={[{ value: 'auto', label: say('asBrowser') }, ...languages]}
            value={preferences.language}
            allowDeselect={false}
            onChange={chosen =>
              change({ language: consoleLocales.find(locale => locale === chosen) ?? 'auto' })
            }
          />
          <div>
            <Text size="sm" fw={500} mb={4} id="colours">
              {say('colours')}
            </Text>
            <SegmentedControl
              aria-labelledby="colours"
              orientation={isPhone ? 'vertical' : 'horizontal'}
              fullWidth={isPhone}
              value={colorScheme}
              onChange={chosen => setColorScheme(schemes.find(scheme => scheme === chosen) ?? 'auto')}
              data={[
                { value: 'light', label: say('light') },
                { value: 'dark', label: say('dark') },
                { value: 'auto', label: say('asSystem') },
              ]}
            />
          </div>
          <Switch
            label={say('shortcutsOn')}
            description={say('shortcutsHint')}
            checked={preferences.hasShortcuts}
            onChange={event => change({ hasShortcuts: event.currentTarget.checked })}
          />
        </Stack>
      </Sheet>
    </Page>
  )
}

const schemes = ['light', 'dark', 'auto'] as const

/** Each in its own language. */
const languages = consoleLocales.map(locale => ({
  value: locale,
  label: new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale,
}))
