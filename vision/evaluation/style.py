"""The style sheet of the evaluation page, for wide and narrow screens and for print."""

STYLE = """
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff }
body { max-width: 68rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2.4rem }
h1, figcaption { overflow-wrap: anywhere } a { color: #005a8c }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0 }
caption { text-align: left; font-weight: 700; padding-bottom: .2rem; overflow-wrap: anywhere }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child { text-align: left } tr.all th, tr.all td { font-weight: 700; border-top: 2px solid #555 }
td.good { background: #dbe9f4 } td.bad { background: #f9dccb; font-weight: 700 } td.zero { color: #757575 }
.note, dl { color: #444; font-size: .9rem }
dl { margin: 0 } dt, dd { display: inline; margin: 0 } dt { font-weight: 700 }
dd::after { content: "\\A"; white-space: pre }
.tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 31rem), 1fr)); gap: .6rem 2rem }
.tables table { justify-self: start } .confusion :is(th, td):not(:first-child) { min-width: 1.7rem }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1rem }
figure { margin: 0; break-inside: avoid; border: 1px solid #ccc; padding: .4rem; align-self: start }
figure img { display: block; max-width: 100%; height: auto; margin: 0 auto } figure .whole { width: 100% }
.whole + .close { margin-top: .4rem }
figcaption { font-size: .9rem; padding-top: .3rem }
svg { width: 100%; max-width: 34rem; height: auto; font-size: 12px }
.frame { fill: none; stroke: #555 } .grid { stroke: #ddd } .ideal { stroke: #757575; stroke-dasharray: 4 4 }
.curve { fill: none; stroke: #0072b2; stroke-width: 2 } .bounds { stroke: #0072b2 } .point { fill: #0072b2 }
@media (max-width: 44rem) {
  .figures, .figures tbody { display: block } .figures thead { display: none }
  .figures tr { display: grid; grid-template-columns: repeat(4, 1fr); padding: .5rem 0; border-bottom: 1px solid #bbb }
  .figures tr.all { border-top: 2px solid #555 }
  .figures th { grid-column: 1 / -1 } .figures tr > * { border: 0 !important; padding: .1rem 0; text-align: left }
  .figures td::before { content: attr(data-label); display: block; color: #444; font: .75rem/1.4 system-ui, sans-serif }
  .confusion th, .confusion td, .bins th, .bins td { padding: .2rem .22rem; font-size: .8rem }
  .confusion :is(th, td):not(:first-child) { min-width: 1.2rem } svg { font-size: 14px }
}
@media print { body { max-width: none; padding: 0 } h2 { break-after: avoid } .mistakes { display: block }
  figure { width: 46%; display: inline-block; margin: 0 1% 1rem } tr { break-inside: avoid } }
"""
