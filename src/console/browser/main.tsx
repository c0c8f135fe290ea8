// The console: starts the application in its page.

import '@mantine/core/styles.css'
import '@mantine/spotlight/styles.css'
import 'uplot/dist/uPlot.min.css'
import './look/look.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { CallRefused } from './callAnswer.ts'
import { LanguageProvider } from './language.tsx'
import { theme, themeVariables } from './look/theme.ts'
import { PreferencesProvider } from './preferences/preferences.tsx'
import { shareStyleNonce, styleNonce } from './styleNonce.ts'
import { allowPlainTextOnly } from './trustedText.ts'

allowPlainTextOnly()
shareStyleNonce()

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the server refused, it refuses again.
      retry: (count, error) => !(error instanceof CallRefused && error.status < 500) && count < 2,
    },
  },
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <PreferencesProvider>
        <LanguageProvider>
          <MantineProvider
            {...{ theme, cssVariablesResolver: themeVariables, getStyleNonce: styleNonce }}
            defaultColorScheme="auto"
          >
            <QueryClientProvider client={queries}>
              <App />
            </QueryClientProvider>
          </MantineProvider>
        </LanguageProvider>
      </PreferencesProvider>
    </StrictMode>,
  )
