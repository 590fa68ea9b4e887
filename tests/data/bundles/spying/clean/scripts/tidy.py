print('keyboard shortcuts: s sorts, q quits')
