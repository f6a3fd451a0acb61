// Style sheet of the documentation page: light and dark, readable on a phone and on paper, with no
// external font or picture.

export const docsStyle = `
:root{--ink:#1b2530;--soft:#5b6875;--line:#dfe5ea;--paper:#fff;--tint:#f5f8fa;--accent:#0b7a63;--accent-ink:#fff;--code:#0f2a3d;--code-paper:#f0f4f7;--warn:#fff6e0;--warn-line:#e5b94a;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e3e9ee;--soft:#9cabb8;--line:#2c3842;--paper:#12191f;--tint:#192229;--accent:#3fc8a4;--accent-ink:#06241c;--code:#d4e6f1;--code-paper:#1c2730;--warn:#2d2614;--warn-line:#8a6d24}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--accent)}
.page{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:84rem;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);font-size:.9rem}
nav .brand{font-weight:700;font-size:1.25rem;letter-spacing:.01em}
nav ul{list-style:none;margin:.75rem 0;padding:0}
nav li{margin:.15rem 0}
nav li li{margin-left:.75rem}
nav a{text-decoration:none;color:inherit;display:block;padding:.1rem .4rem;border-radius:.3rem}
nav a:hover,nav a:focus{background:var(--tint);color:var(--accent)}
main{padding:2rem clamp(1rem,4vw,3rem) 5rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.45rem;margin:3rem 0 .75rem;padding-bottom:.3rem;border-bottom:2px solid var(--accent)}
h3{font-size:1.1rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h4{margin:1.5rem 0 .5rem}
h5{margin:1.25rem 0 .4rem;font-size:.95rem;color:var(--soft)}
.lead{color:var(--soft);margin:0 0 1rem;font-size:1.1rem}
.meta{color:var(--soft);font-size:.9rem}
.summary{font-weight:600;margin:.25rem 0}
.warning{background:var(--warn);border-left:4px solid var(--warn-line);padding:.75rem 1rem;border-radius:.3rem}
.endpoint{border:1px solid var(--line);border-radius:.6rem;padding:1.25rem;margin:1.25rem 0}
.method{font-size:.75rem;font-weight:700;letter-spacing:.05em;padding:.2rem .5rem;border-radius:.3rem;background:var(--accent);color:var(--accent-ink);vertical-align:.1em}
.method.get{background:transparent;color:var(--accent);box-shadow:inset 0 0 0 1.5px var(--accent)}
.path,code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{font-size:.9em;background:var(--code-paper);color:var(--code);padding:.1em .3em;border-radius:.25rem;overflow-wrap:anywhere}
pre{background:var(--code-paper);color:var(--code);padding:1rem;border-radius:.5rem;overflow:auto;font-size:.85rem;line-height:1.5;margin:.5rem 0}
pre code{background:none;padding:0;font-size:1em;overflow-wrap:normal}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.4rem 0}
th,td{text-align:left;vertical-align:top;padding:.45rem .6rem;border-bottom:1px solid var(--line)}
th{font-size:.8rem;color:var(--soft);font-weight:600}
.fields td:first-child code{white-space:nowrap}
.fields td:nth-child(2),.fields td:nth-child(3){color:var(--soft);min-width:6rem}
.errors td:first-child,.codes-table td:first-child{font-variant-numeric:tabular-nums;white-space:nowrap}
.label{font-weight:600;margin:1rem 0 .25rem;font-size:.9rem}
.codes{font-size:.9rem;color:var(--soft)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.35rem 0;background:var(--paper)}
summary{cursor:pointer;padding:.4rem .75rem;font-size:.9rem}
details[open]>summary{border-bottom:1px solid var(--line)}
details>pre,details>.scroll{margin:0;border-radius:0 0 .4rem .4rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:56rem){.page{display:block}nav{position:static;max-height:none;border-right:0;border-bottom:1px solid var(--line);padding:1rem}nav ul ul{display:none}.endpoint{padding:1rem}}
@media print{nav{display:none}.page{display:block}details{break-inside:avoid}}
`;
