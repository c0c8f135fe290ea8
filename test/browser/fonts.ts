import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What tells a browser of the fonts that came with it, on a machine that has none: without any it shows no
 * text, and the stories fail for reasons that nobody would guess.
 */
export async function fontSettings(
  folder: string,
  fonts: string,
  machine = '/',
): Promise<Readonly<Record<string, string>>> {
  const own = await readdir(join(machine, 'usr/share/fonts')).catch(() => [])
  if (own.length > 0 && existsSync(join(machine, 'etc/fonts/fonts.conf'))) return {}
  if (!existsSync(folder)) return {}
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, fonts)}</dir>
<cachedir>${join(folder, 'fontcache')}</cachedir></fontconfig>\n`,
  )
  return { FONTCONFIG_FILE: file }
}
