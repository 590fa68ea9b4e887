from pynput.keyboard import Listener

Listener(on_press=print).start()
