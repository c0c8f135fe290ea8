import { type Html, html, prose } from '../../platform/html.ts'
import type { DemoFlow } from './flows.ts'
import { type DemoScenario, scenariosFor } from './scenarios.ts'

/** The panel in which a visitor chooses what shall happen, and reads which card makes it so. */
export function outcomePicker(flow: DemoFlow): Html {
  const groups = scenariosFor(flow).map(
    ({ title, scenarios }, group) => html`<div class="chips" role="group" aria-labelledby="group-${group}">
<span class="group" id="group-${group}">${title}</span>
<div>${scenarios.map((scenario, index) => chip(scenario, group === 0 && index === 0))}</div>
</div>`,
  )
  return html`<fieldset class="outcomes" id="outcomes">
<legend>What shall happen?</legend>
${groups}
<div class="chosen">
<p id="chosen-what" aria-live="polite"></p>
${flow === 'browser' ? reference : testCardPanel}
</div>
</fieldset>`
}

function chip({ id, name, what, card, reference }: DemoScenario, isFirst: boolean): Html {
  const values =
    card === undefined
      ? html` data-reference="${reference ?? ''}"`
      : html` data-number="${card.number}" data-expiry="${card.expiry}" data-code="${card.code}"`
  const checked = isFirst ? html` checked` : undefined
  return html`<label class="chip"><input type="radio" name="scenario" value="${id}" data-what="${what}"
${values}${checked}><span>${name}</span></label>`
}

/** The test card, in parts that can be copied one by one into the fields of the gateway. */
const testCardPanel: Html = html`<div class="plastic" role="group" aria-label="Test card">
<span class="word">Test card</span>
${part('number', 'Card number')}${part('expiry', 'Valid until')}${part('code', 'Security code')}
</div>`

function part(id: string, name: string): Html {
  return html`<button type="button" class="part ${id}" data-copy="${id}">
<span class="label">${name}<span class="copied" aria-hidden="true"></span></span>
<span class="value" data-chosen="${id}"></span><span class="unseen">, copy</span></button>`
}

const reference: Html = html`<p class="reference-line">${prose('`order.reference`:')}
<code data-chosen="reference"></code></p>`

/** The same card in one line, for the step in which it is typed. */
export const cardLine: Html = html`<p class="card-line">Test card
<button type="button" class="link" data-copy="number"
><span data-chosen="number"></span><span class="unseen">, copy</span
><span class="copied" aria-hidden="true"></span></button>
<span data-chosen="expiry"></span> <span data-chosen="code"></span></p>`
